import type { ToolContext } from '../../src/catalog/context.ts';
import { definePaid, evmOnly } from '../../src/catalog/define.ts';
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
/** Short of a component's own limit, so that one silent source leaves the rest of its component. */
const sourceMs = 20_000;

/** The coverage of one call, found out once: before the challenge and before the work it is the same question. */
const coverageIn = memoizeByFirst((ctx: ToolContext<'none'>, input: PlaceReportInput) => {
  warmUp(ctx);
  return { startedAt: performance.now(), coverage: coverageOf(ctx, input) };
});

export default definePaid({
  title: 'Place report',
  summary:
    'Cited public-record report on an address or point: parcel, records nearby, flood, environment, coverage ledger.',
  whenToUse:
    'One report to keep or hand on: what official records say about a place, with sources, dates, gaps and an aerial image.',
  notFor: 'Not an appraisal, inspection, title search or opinion; a single question is answered free by its own tool.',
  scope: 'national',
  subject: 'none',
  sources: ['usda-naip', 'fema-nfhl', 'usfws-nwi', 'google-aerial-view'],
  sourceTimeoutMs: sourceMs,
  examples: [
    {
      title: 'Report on an address',
      arguments: { address: '222 W Hargett St, Raleigh, NC 27601', radiusMeters: 800, lookbackDays: 365 },
    },
    {
      title: 'Report with a brief',
      arguments: {
        address: '121 N LaSalle St, Chicago, IL 60602',
        reportType: 'property_due_diligence',
        reportPrefs: { goal: 'Understand permits and flood mapping', questions: ['Which permits are open?'] },
      },
    },
  ],
  input: inputObject(placeReportInputShape, [['address'], ['zip']]),
  output: PlaceReportSchema,
  diagnostic: CoverageDiagnosticSchema,
  paid: {
    priceUsdc: '0.05',
    // a recent Solana block hash does not outlive the build and its settlement
    rails: evmOnly,
    maxTimeoutSeconds: 180,
    expectedSeconds: 60,
    chargesWhen:
      'the place is a supported or partly supported address or point, and a local source gave its parcel or a record; where no local records are read, the parcel layer or the point of the house is known, half of the national registers and maps answered and one gave facts of the place (national edition)',
    freeWhen:
      'place unsupported or discovery-only; known as a ZIP or another area only; or no local source gave a parcel or a record, nor the national ones enough',
    tags: ['property', 'place report', 'public records', 'due diligence'],
    // up to 200 records of the caller's own
    maxBodyBytes: 2 * 1024 * 1024,
    preflightTools: ['svc_coverage_check', 'svc_lane_availability'],
    seeAlso: ['svc_place_facts', 'svc_suggest_workflow'],
  },
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
