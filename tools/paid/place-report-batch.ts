import { definePaid } from '../../src/catalog/define.ts';
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

export default definePaid('svc-place-report-batch', {
  subject: 'none',
  limits: [...caveats],
  input: inputObject(reportBatchInput),
  output: jobDocumentSchema(job.kind, ReportBatchItemSchema, reportBatchFields),
  diagnostic: ReportBatchDiagnosticSchema,
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
