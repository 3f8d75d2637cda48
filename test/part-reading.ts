import type { PartReading } from '../src/answers/ask-tools.ts';
import type { Answer } from '../src/kernel/answer.ts';

export const register = {
  sourceName: 'A register',
  sourceUrl: 'https://example.gov/',
  fetchedAt: '2026-11-21T12:00:00Z',
};

/** An answer of one source with these facts, all cited as `c1`; an empty one without facts. */
export function partReading(facts: Record<string, unknown> | undefined, more: Partial<Answer> = {}): PartReading {
  const answer: Answer = {
    state: facts ? 'found' : 'empty',
    summary: 'Asked.',
    citations: { c1: register },
    searched: [],
    limits: [],
    verifyNext: [{ action: 'Look it up', with: 'the office' }],
    ...(facts && { facts }),
    ...more,
  };
  return { id: 'one', tool: 'svc_zoning', title: 'One', answer };
}
