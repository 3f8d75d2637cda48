import { expect } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { openService, type TestService } from '../../harness.ts';
import { type PaidRun, runPaid } from '../../paid-answer.ts';

export interface PaidAnswer extends Pick<PaidRun, 'charged' | 'body'> {
  readonly tool: PaidTool;
}

/** What a paid route answers, held against its published schema; challenge and charge must agree. */
export async function askPaid(at: TestService, slug: string, given: object): Promise<PaidAnswer> {
  const tool = at.service.registry.paidTool(slug) as PaidTool;
  const { challenged, charged, body } = await runPaid(at, tool, given);
  if (challenged !== undefined) expect(charged).toBe(challenged);
  const parsed = tool.bodies[charged ? 'paid' : 'diagnostic'].safeParse(body);
  expect(parsed.error?.issues, slug).toBeUndefined();
  return { charged, tool, body };
}

/**
 * The same of a route that buys outside: a challenge is made on what is official, and what is bought for a payment may
 * still not be worth its price.
 */
export async function askBuying(
  at: TestService,
  slug: string,
  given: object,
): Promise<PaidAnswer & Pick<PaidRun, 'challenged'>> {
  const tool = at.service.registry.paidTool(slug) as PaidTool;
  const { challenged, charged, body } = await runPaid(at, tool, given);
  if (charged) expect(challenged, slug).toBe(true);
  const parsed = tool.bodies[charged ? 'paid' : 'diagnostic'].safeParse(body);
  expect(parsed.error?.issues, slug).toBeUndefined();
  return { ...(challenged !== undefined && { challenged }), charged, tool, body };
}

/** A call in a service of its own, without mirrored data, where the chosen sources fail. */
export async function whileFailing<T>(
  fails: (cardId: string) => boolean,
  run: (at: TestService) => Promise<T>,
): Promise<T> {
  const own = await openService({ mirrors: false, sourceTimeoutMs: 1000 });
  try {
    own.upstreams.setFault(({ cardId = '' }) => fails(cardId), 'http500');
    return await run(own);
  } finally {
    await own.close();
  }
}
