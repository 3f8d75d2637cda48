import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { many } from '../kernel/nearby-shape.ts';
import type { AnswerState } from '../kernel/state.ts';

/** "3 permits, newest of 2026-05-04"; undefined where there are none. `detail` is absent where nothing more is known. */
export const counted = (rows: readonly unknown[], one: string, detail?: string | false, several?: string) =>
  rows.length > 0 ? `${many(rows.length, one, several)}${detail ? `, ${detail}` : ''}` : undefined;

/**
 * The end of a summary: what was found ("3 permits, newest of …"), or which of four misses it is. `nothing` is said only
 * where the sources answered and have nothing.
 */
export function outcomeOf(state: AnswerState, found: string | undefined, nothing: string): string {
  if (found) return state === 'partial' ? `at least ${found}` : found;
  switch (state) {
    case 'empty':
      return nothing;
    case 'partial':
      return 'nothing in what could be read';
    case 'unresolved':
      return 'could not be queried for this place';
    default:
      return 'could not be read';
  }
}

/**
 * The state of an answer that found nothing while a part of it could not be read or queried: the miss may lie in that
 * part, so it is a failure and nothing is sold. Undefined where the answer's own state applies.
 */
export function missedState(answer: AnswerBuilder, found: number): AnswerState | undefined {
  if (found > 0 || answer.state !== 'partial') return undefined;
  const { searched } = answer.finish({ summary: '' });
  return searched.some(({ state }) => state === 'unavailable' || state === 'partial') ? 'unavailable' : 'unresolved';
}
