import { definePaid, evmOnly } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { dayMs } from '../../src/kernel/time.ts';
import { warmUp } from '../../src/products/place-report/make.ts';
import {
  allCoverage,
  anySupported,
  countsOf,
  diagnosticOf,
  itemsOf,
  ReportBatchDiagnosticSchema,
  ReportBatchItemSchema,
  reportBatchFields,
  reportBatchInput,
} from '../../src/products/place-report-batch/plan.ts';
import { finishReports, reportItem } from '../../src/products/place-report-batch/reports.ts';
import { standingCaveats } from '../../src/products/shared/compose/words.ts';
import { acceptedJob, jobDocumentSchema } from '../../src/products/shared/job.ts';

const job = {
  kind: 'place_report_batch',
  expiresAfterMs: 30 * dayMs,
  pollAfterSeconds: 5,
  itemMs: 45_000,
  concurrency: 2,
} as const;

const caveats = [
  ...standingCaveats,
  'One settlement pays for the whole job: an item without a report carries the reason, and one that failed can be begun again free of charge.',
  'No report of a batch names an owner.',
] as const;

export default definePaid({
  title: 'Place reports of a list of addresses',
  summary: 'Cited place reports on 3 to 50 addresses in one paid job: pages, PDFs, evidence bundles and an index.',
  whenToUse:
    'The place report for a whole list, paid once: each report is there as soon as it is made, an index page and an archive of the evidence at the end.',
  notFor: 'Not a ranking or comparison; one address alone is svc-place-report, single questions are answered free.',
  scope: 'local',
  subject: 'none',
  sources: ['usda-naip', 'fema-nfhl', 'usfws-nwi'],
  limits: [...caveats],
  sourceTimeoutMs: 12_000,
  examples: [
    {
      title: 'Three addresses',
      arguments: {
        addresses: [
          '222 W Hargett St, Raleigh, NC 27601',
          '121 N LaSalle St, Chicago, IL 60602',
          '1001 Beach Blvd, Biloxi, MS 39530',
        ],
        radiusMeters: 400,
        lookbackDays: 180,
      },
    },
  ],
  input: inputObject(reportBatchInput),
  output: jobDocumentSchema(job.kind, ReportBatchItemSchema, reportBatchFields),
  diagnostic: ReportBatchDiagnosticSchema,
  paid: {
    priceUsdc: '0.25',
    rails: evmOnly,
    expectedSeconds: 15,
    chargesWhen: 'a report can be made of at least one address; one settlement for the whole job',
    freeWhen: 'all items unsupported; item-level diagnostics inside a paid job',
    tags: ['batch', 'place report', 'public records', 'due diligence', 'job'],
    preflightTools: ['svc_coverage_check', 'svc_lane_availability'],
    seeAlso: ['svc-place-report', 'svc-record-batch'],
  },
  async preflight(ctx, input) {
    const diagnostic = diagnosticOf(await anySupported(ctx, input), input.addresses.length);
    return diagnostic ? { ready: false, diagnostic } : { ready: true };
  },
  async run(ctx, input) {
    warmUp(ctx);
    const known = await allCoverage(ctx, input);
    const diagnostic = diagnosticOf(known, input.addresses.length);
    if (diagnostic) return { charge: false, diagnostic };
    const coverage = countsOf(known);
    const body = acceptedJob(ctx, job, {
      ...{ request: input, items: itemsOf(known), caveats },
      summary: `Reports are made of ${coverage.addresses - coverage.unsupported} of ${coverage.addresses} addresses.`,
      added: { coverage },
    });
    return { charge: true, body };
  },
  job: {
    ...job,
    step: (ctx, item, { input, sale }) => reportItem(ctx, item, input, sale),
    finish: (ctx, document, items) => finishReports(ctx, document, items),
  },
});
