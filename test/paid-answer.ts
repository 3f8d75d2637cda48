import type { PaidTool } from '../src/catalog/registry.ts';
import { PurchaseAccess } from '../src/payments/downstream/purchase-access.ts';
import { argumentsHash } from '../src/pipeline/paid-terms.ts';
import type { TestService } from './harness.ts';
import { paying } from './pipeline/paying.ts';

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
  const { buys } = tool.paid;
  const call = { slug: tool.slug, argsHash: argumentsHash(input) };
  const providers = buys && new PurchaseAccess((await service.selling()).providers, call);
  const prepared = await service.pipeline.prepare(tool, input, {
    signal: new AbortController().signal,
    requestId: 'test',
    ...(providers && { providers }),
  });
  if (!('ctx' in prepared)) {
    const { answer, subject } = prepared;
    const body = subject && tool.unresolved?.(answer, subject);
    return { charged: false, body: tool.bodies.diagnostic.parse(body) as Fields };
  }
  const ctx = prepared.ctx as never;
  const { ready } = await tool.preflight(ctx, input as never);
  if (buys) providers?.open({ ...paying(), perPurchase: buys.maximumSignatures });
  const outcome = await tool.run(ctx, input as never);
  const body = outcome.charge
    ? service.pipeline.withEvidence(tool, input, prepared.queried, outcome.body as Fields)
    : outcome.diagnostic;
  return { challenged: ready, charged: outcome.charge, body: body as Fields };
}
