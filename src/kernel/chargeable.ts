import type { Answer } from './answer.ts';
import type { AnswerState } from './state.ts';

/** States in which a source gave something: an answer in one of them can be worth its price. */
export const soldStates: readonly AnswerState[] = ['found', 'partial', 'stale'];

/**
 * Whether an answer may be charged: its state is one that the route sells, and it says something. Where the source gave
 * something (`found`, `partial`, `stale`) that is at least one fact or record, whatever the summary says. A route may
 * sell a searched and empty record too (`empty` among its states): then the statement that nothing is filed is what is
 * sold, and it has no facts. An answer that rests on a source whose terms forbid commercial use is given free of charge.
 *
 * Routes of one answer, promoted tools and the thresholds of products all decide by this; what a product needs beyond it
 * (how many parts, which of them) is its own threshold.
 *
 * @param states states in which the answer is worth its price
 * @param sells what it must hold besides; anything where absent
 */
export function isChargeable<
  A extends Pick<Answer, 'state' | 'facts' | 'records'> & Partial<Pick<Answer, 'citations'>>,
>(answer: A, states: readonly AnswerState[] = soldStates, sells: (answer: A) => boolean = () => true): boolean {
  const { state, facts, records, citations } = answer;
  if (!states.includes(state)) return false;
  if (Object.values(citations ?? {}).some(({ commercialUse }) => commercialUse !== undefined)) return false;
  const says = state === 'empty' || Object.keys(facts ?? {}).length > 0 || (records ?? []).length > 0;
  return says && sells(answer);
}
