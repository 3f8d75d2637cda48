import type { AnswerBuilder, Perimeter, Taken } from '../kernel/answer-builder.ts';
import type { Lookup } from '../kernel/lookup.ts';

/**
 * Takes what the live source said and, only where it failed, what the mirrored copy says. Both are named in the answer,
 * so an answer from the copy is `partial`. `fromCopy` tells the tool to say so; `lookup` is what was said last.
 */
export function takeLiveOrCopy<T>(
  answer: AnswerBuilder,
  perimeter: Perimeter,
  live: Lookup<T>,
  copy: () => Lookup<T>,
): {
  readonly taken: Taken<T> | undefined;
  readonly lookup: Lookup<T>;
  readonly fromCopy: boolean;
  readonly answered: boolean;
} {
  const taken = answer.take(live, perimeter);
  if (live.state !== 'unavailable') return { taken, lookup: live, fromCopy: false, answered: true };
  const lookup = copy();
  return { taken: answer.take(lookup, perimeter), lookup, fromCopy: true, answered: lookup.state !== 'unavailable' };
}
