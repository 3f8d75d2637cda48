import type { ToolContext } from '../src/catalog/context.ts';
import type { PaidTool } from '../src/catalog/registry.ts';
import { publishReport } from '../src/products/place-report/deliver.ts';
import type { PlaceReport } from '../src/products/place-report/schema/report.ts';
import { type FlyerHandoff, issueHandoff } from '../src/products/property-update/handoff.ts';
import type { Analysis } from '../src/products/surrounding-area/schema.ts';
import type { TestService } from './harness.ts';
import { runPaid } from './paid-answer.ts';
import { samplePlaces } from './upstreams/places.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The context that a paid route runs in, by the route's own input. */
export async function contextOf({ service }: TestService, tool: PaidTool, given: Fields): Promise<ToolContext<'none'>> {
  const input = tool.input.parse(given) as Fields;
  const options = { signal: new AbortController().signal, requestId: 'test' };
  const prepared = await service.pipeline.prepare(tool, input, options);
  if (!('ctx' in prepared)) throw new Error(`${tool.slug} does not reach its work`);
  return prepared.ctx as ToolContext<'none'>;
}

const reportOf = new WeakMap<TestService, Promise<PlaceReport>>();

/** A report of the first sample place that is sold and kept, made once per service. */
function keptReport(at: TestService): Promise<PlaceReport> {
  const make = async () => {
    const tool = at.service.registry.paidTool('svc-place-report') as PaidTool;
    const given = { address: samplePlaces.raleigh.address, radiusMeters: 250 };
    const ctx = await contextOf(at, tool, given);
    const outcome = await tool.run(ctx as never, tool.input.parse(given) as never);
    if (!outcome.charge) throw new Error('the sample report is not sold');
    const report = outcome.body as PlaceReport;
    await publishReport(ctx, report, { purchaseId: 'example', receipt: {} });
    return report;
  };
  const known = reportOf.get(at) ?? make();
  reportOf.set(at, known);
  return known;
}

/** What a property update of the sample place hands to the flyer route. */
export async function flyerHandoff(
  at: TestService,
  origin = 'https://records.example.org',
): Promise<{ readonly handoff: FlyerHandoff; readonly report: PlaceReport }> {
  const report = await keptReport(at);
  const tool = at.service.registry.paidTool('svc-place-report') as PaidTool;
  const ctx = await contextOf(at, tool, { address: samplePlaces.raleigh.address });
  const { id, storage = [], visual } = report;
  const handoff = await issueHandoff(ctx.proofs, {
    v: 1,
    reportId: id,
    reportHash: storage[0]?.contentHash ?? '',
    pdfUrl: `${origin}/reports/${id}.pdf`,
    addressLabel: samplePlaces.raleigh.address,
    ...(visual && { visualHash: visual.image.contentHash }),
  });
  return { handoff, report };
}

/** What an analysis of the sample place hands to the route of its report. */
async function analysisProof(at: TestService): Promise<Fields> {
  const tool = at.service.registry.paidTool('svc-surrounding-area-analysis') as PaidTool;
  const { charged, body } = await runPaid(at, tool, tool.examples[0]?.arguments ?? {});
  if (!charged) throw new Error('the sample analysis is not sold');
  return { proof: (body as unknown as Analysis).upgrade.proof };
}

/** Fields of an example that only a call before it can give, by route. */
const prepared: Readonly<Record<string, (at: TestService) => Promise<Fields>>> = {
  'svc-surrounding-area-report': analysisProof,
  'svc-property-flyer': async (at) => ({ reportHandoff: (await flyerHandoff(at)).handoff }),
};

/** An example as a caller would send it: with what the call before it gave, where it needs one. */
export async function preparedExample(at: TestService, slug: string | undefined, given: Fields): Promise<Fields> {
  return { ...given, ...(await prepared[slug ?? '']?.(at)) };
}
