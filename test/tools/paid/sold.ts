import { expect } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { openHouse, type TestHouse } from '../../harness.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface PaidAnswer {
  /** Whether an unpaid call is challenged and a paid one charged; both were asked and agree. */
  readonly charged: boolean;
  readonly body: Fields;
  readonly tool: PaidTool;
}

/** What a paid route answers: its preflight and its run in one call, held against its published schema. */
export async function askPaid(at: TestHouse, slug: string, given: object): Promise<PaidAnswer> {
  const tool = at.house.registry.paidTool(slug) as PaidTool;
  const input = tool.input.parse(given) as Fields;
  const prepared = await at.house.pipeline.prepare(tool, input, {
    signal: new AbortController().signal,
    requestId: 'test',
  });
  if (!('ctx' in prepared)) return { charged: false, tool, body: prepared.answer };
  const ctx = prepared.ctx as never;
  const { ready } = await tool.preflight(ctx, input as never);
  const outcome = await tool.run(ctx, input as never);
  expect(outcome.charge).toBe(ready);
  const body: Fields = outcome.charge ? (outcome.body as Fields) : outcome.diagnostic;
  const parsed = tool.output.safeParse(body);
  expect(parsed.error?.issues, slug).toBeUndefined();
  return { charged: outcome.charge, tool, body };
}

/** A call in a service of its own, without mirrored data, where the chosen sources fail. */
export async function whileFailing<T>(
  fails: (cardId: string) => boolean,
  run: (at: TestHouse) => Promise<T>,
): Promise<T> {
  const own = await openHouse({ mirrors: false, sourceTimeoutMs: 1000 });
  try {
    own.world.setFault(({ cardId = '' }) => fails(cardId), 'http500');
    return await run(own);
  } finally {
    await own.close();
  }
}
