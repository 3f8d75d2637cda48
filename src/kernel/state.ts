import { z } from 'zod';

/**
 * What an answer, a component or one searched source says about itself.
 *
 * - `found`: the named source answered and has something.
 * - `empty`: the named source answered and has nothing inside the stated search extent. Never "nothing exists".
 * - `partial`: some of the queries could not be read (a source failed, a page limit was reached).
 * - `stale`: answered from a copy older than its own freshness rule allows.
 * - `not_covered`: no source is configured for this place.
 * - `unresolved`: the place could not be pinned down as far as this question needs.
 * - `unavailable`: the source failed, refused, or needs a key that is not configured.
 */
export const answerStates = ['found', 'empty', 'partial', 'stale', 'not_covered', 'unresolved', 'unavailable'] as const;

export type AnswerState = (typeof answerStates)[number];

export const AnswerStateSchema = z.enum(answerStates);

const answered: ReadonlySet<string> = new Set<AnswerState>(['found', 'empty', 'partial', 'stale']);

/** Whether the source itself answered, with something or with nothing. */
export const isAnswered = (state: string): boolean => answered.has(state);

/**
 * The one state of a whole out of the states of its parts.
 * A part that failed beside parts that answered makes the whole `partial`, never `empty` and never `found`.
 */
export function combineStates(parts: readonly AnswerState[]): AnswerState {
  if (parts.length === 0) return 'unavailable';
  const has = (state: AnswerState) => parts.includes(state);
  const anyAnswered = parts.some(isAnswered);
  if (!anyAnswered) {
    if (has('unavailable')) return 'unavailable';
    return has('unresolved') ? 'unresolved' : 'not_covered';
  }
  if (has('unavailable') || has('partial') || has('unresolved')) return 'partial';
  if (has('stale')) return 'stale';
  return has('found') ? 'found' : 'empty';
}
