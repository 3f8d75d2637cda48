import type { PaidTool } from '../../src/catalog/registry.ts';
import type { CoverageDiagnostic, PlaceReport } from '../../src/products/place-report/schema/report.ts';
import type { TestService } from '../harness.ts';

type Made =
  | { readonly charge: true; readonly body: PlaceReport; readonly milliseconds: number }
  | { readonly charge: false; readonly body: CoverageDiagnostic; readonly milliseconds: number };

/** What a purchase would build, without the purchase: coverage and work of the tool in the real pipeline. */
export async function makeReport(service: TestService, request: object): Promise<Made> {
  const started = performance.now();
  const tool = service.service.registry.paidTool('svc-place-report') as PaidTool;
  const input = tool.input.parse(request) as Readonly<Record<string, unknown>>;
  const prepared = await service.service.pipeline.prepare(tool, input, {
    signal: new AbortController().signal,
    requestId: 'test',
  });
  if (!('ctx' in prepared)) throw new Error('the tool resolves its place itself');
  const { ctx } = prepared;
  const done = (charge: boolean, body: unknown) =>
    ({ charge, body, milliseconds: performance.now() - started }) as Made;
  const preflight = await tool.preflight(ctx as never, input as never);
  if (!preflight.ready) return done(false, preflight.diagnostic);
  const outcome = await tool.run(ctx as never, input as never);
  if (!outcome.charge) return done(false, outcome.diagnostic);
  const body = tool.output.parse(outcome.body);
  await tool.afterSettled?.(ctx as never, input as never, {
    purchaseId: 'test',
    body: body as never,
    receipt: {},
  });
  return done(true, body);
}

export const ledgerOf = (report: PlaceReport) =>
  report.sections.flatMap((section) => (section.kind === 'coverage_ledger' ? section.entries : []));
