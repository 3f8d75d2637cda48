import { expect } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import type { TestHouse } from '../../harness.ts';
import { type PaidRun, runPaid } from '../../paid-answer.ts';

export interface PaidAnswer extends Pick<PaidRun, 'charged' | 'body'> {
  readonly tool: PaidTool;
}

/** What a paid route answers, held against its published schema; challenge and charge must agree. */
export async function askPaid(at: TestHouse, slug: string, given: object): Promise<PaidAnswer> {
  const tool = at.house.registry.paidTool(slug) as PaidTool;
  const { challenged, charged, body } = await runPaid(at, tool, given);
  if (challenged === undefined) return { charged, tool, body };
  expect(charged).toBe(challenged);
  const parsed = tool.output.safeParse(body);
  expect(parsed.error?.issues, slug).toBeUndefined();
  return { charged, tool, body };
}
