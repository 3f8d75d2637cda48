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

export default definePaid('svc-record-batch', {
  subject: 'none',
  input: inputObject(recordBatchInput),
  output: jobDocumentSchema(job.kind, RecordBatchItemSchema, recordBatchFields),
  diagnostic: RecordBatchDiagnosticSchema,
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
