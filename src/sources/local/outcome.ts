import type { AnswerState } from '../../kernel/state.ts';

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
      return 'could not be asked for this place';
    default:
      return 'could not be read';
  }
}
