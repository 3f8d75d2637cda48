import type { PaidTool } from '../src/catalog/registry.ts';
import type { TestService } from './harness.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface PaidRun {
  /** Whether an unpaid call is challenged; absent where the route was not reached (place unknown or not covered). */
  readonly challenged?: boolean;
  /** Whether a paid call is charged. */
  readonly charged: boolean;
  readonly body: Fields;
}

/** What a paid route answers, without a payment: its preflight and its run in one call, each body as it is published. */
export async function runPaid({ service }: TestService, tool: PaidTool, given: object): Promise<PaidRun> {
  const input = tool.input.parse(given) as Fields;
  const prepared = await service.pipeline.prepare(tool, input, {
    signal: new AbortController().signal,
    requestId: 'test',
  });
  if (!('ctx' in prepared)) {
    const { answer, subject } = prepared;
    const body = subject && tool.unresolved?.(answer, subject);
    return { charged: false, body: tool.bodies.diagnostic.parse(body) as Fields };
  }
  const ctx = prepared.ctx as never;
  const { ready } = await tool.preflight(ctx, input as never);
  const outcome = await tool.run(ctx, input as never);
  const body = outcome.charge
    ? service.pipeline.withEvidence(tool, input, prepared.asked, outcome.body as Fields)
    : outcome.diagnostic;
  return { challenged: ready, charged: outcome.charge, body: body as Fields };
}
