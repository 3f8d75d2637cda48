import type { ToolContext } from '../../src/catalog/context.ts';
import { definePaid } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { memoizeByFirst } from '../../src/kernel/memoize.ts';
import { coverageOf } from '../../src/products/place-report/coverage.ts';
import { deliverReport, publishReport } from '../../src/products/place-report/deliver.ts';
import { makeReport, warmUp } from '../../src/products/place-report/make.ts';
import { reportParts } from '../../src/products/place-report/parts.ts';
import {
  CoverageDiagnosticSchema,
  type PlaceReportInput,
  PlaceReportSchema,
  placeReportInputShape,
} from '../../src/products/place-report/schema/report.ts';

/**
 * From the first question to the last answer, coverage included; what is missing then is named in the report. The
 * authorization of the payment lasts three minutes, and slow federal services are given their time.
 */
const wholeMs = 60_000;
const leastMs = 20_000;
const componentMs = 45_000;

/** The coverage of one call, found out once: before the challenge and before the work it is the same question. */
const coverageIn = memoizeByFirst((ctx: ToolContext<'none'>, input: PlaceReportInput) => {
  warmUp(ctx);
  return { startedAt: performance.now(), coverage: coverageOf(ctx, input) };
});

export default definePaid('svc-place-report', {
  subject: 'none',
  input: inputObject(placeReportInputShape, [['address'], ['zip']]),
  output: PlaceReportSchema,
  diagnostic: CoverageDiagnosticSchema,
  async preflight(ctx, input) {
    const coverage = await coverageIn(ctx, input).coverage;
    return 'covered' in coverage ? { ready: true } : { ready: false, diagnostic: coverage.diagnostic };
  },
  async run(ctx, input) {
    const { startedAt, coverage } = coverageIn(ctx, input);
    const found = await coverage;
    if (!('covered' in found)) return { charge: false, diagnostic: found.diagnostic };
    const left = wholeMs - (performance.now() - startedAt);
    const limitMs = Math.max(leastMs, Math.min(componentMs, left));
    ctx.progress(`asking ${reportParts().length} components and the local lanes`, 0.1);
    const made = await makeReport(ctx, found.covered, input, limitMs);
    return 'report' in made ? { charge: true, body: made.report } : { charge: false, diagnostic: made.diagnostic };
  },
  async deliver(ctx, _input, body) {
    return PlaceReportSchema.parse(await deliverReport(ctx, body));
  },
  async afterSettled(ctx, _input, { body, purchaseId, receipt }) {
    await publishReport(ctx, body, { purchaseId, receipt });
  },
});
