import { definePaid } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { dayMs } from '../../src/kernel/time.ts';
import {
  diagnosticOf,
  itemsOf,
  quickPlan,
  RecordBatchDiagnosticSchema,
  RecordBatchItemSchema,
  recordBatchFields,
  recordBatchInput,
  wholePlan,
} from '../../src/products/record-batch/plan.ts';
import { askLane, finishBatch } from '../../src/products/record-batch/results.ts';
import { acceptedJob, jobDocumentSchema } from '../../src/products/shared/job.ts';
import { limitsOf } from '../../src/rules/limits.ts';

const job = {
  kind: 'record_batch',
  expiresAfterMs: 30 * dayMs,
  pollAfterSeconds: 2,
  itemMs: 30_000,
  concurrency: 2,
} as const;

const caveats = limitsOf('record-batch');

export default definePaid({
  title: 'Record batch',
  summary: 'Up to six free tools put to 2 to 25 addresses in one paid job, with each answer, a table and a page.',
  whenToUse:
    'The same questions about a list of addresses, paid once and worked off without calling again for each; results as JSON, CSV, page and PDF.',
  notFor:
    'Not a report, comparison or ranking of places. A few addresses are answered free by the tools themselves, one call each.',
  scope: 'national',
  subject: 'none',
  examples: [
    {
      title: 'Two questions about three addresses',
      arguments: {
        addresses: [
          '222 W Hargett St, Raleigh, NC 27601',
          '121 N LaSalle St, Chicago, IL 60602',
          '1001 Beach Blvd, Biloxi, MS 39530',
        ],
        lanes: ['svc_flood_zone', 'svc_parcel_lookup'],
      },
    },
  ],
  input: inputObject(recordBatchInput),
  output: jobDocumentSchema(job.kind, RecordBatchItemSchema, recordBatchFields),
  diagnostic: RecordBatchDiagnosticSchema,
  paid: {
    priceUsdc: '0.05',
    chargesWhen:
      'at least one address is matched and at least one valid lane is named; one settlement for the whole job',
    freeWhen: 'no address resolves or no valid lane is named',
    tags: ['batch', 'public records', 'addresses', 'job'],
    preflightTools: ['svc_lane_availability', 'svc_coverage_check'],
    seeAlso: ['svc_parcel_set', 'svc_lane_availability'],
  },
  async preflight(ctx, input) {
    const diagnostic = diagnosticOf(ctx, await quickPlan(ctx, input));
    return diagnostic ? { ready: false, diagnostic } : { ready: true };
  },
  async run(ctx, input) {
    const plan = await wholePlan(ctx, input);
    const diagnostic = diagnosticOf(ctx, plan);
    if (diagnostic) return { charge: false, diagnostic };
    const { addresses, lanes, valid } = plan;
    const items = itemsOf(plan);
    const body = acceptedJob(ctx, job, {
      ...{ request: input, items, caveats },
      summary: `${items.length} answers are being requested: ${valid.length} tools, each about ${addresses.length} addresses.`,
      added: { addresses: [...addresses], lanes: lanes.map((lane) => ({ ...lane })) },
    });
    return { charge: true, body };
  },
  job: {
    ...job,
    step: (ctx, { input }) => askLane(ctx, RecordBatchItemSchema.parse(input)),
    finish: async (ctx, document, items) => finishBatch(ctx, document, items),
  },
});
