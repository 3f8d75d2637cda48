import type { AnswerBuilder, Perimeter, Taken } from '../kernel/answer-builder.ts';
import type { Lookup } from '../kernel/lookup.ts';

/**
 * Takes what the live source said and, only where it failed, what the mirrored copy says. Both are named in the answer,
 * so an answer from the copy is `partial`. `fromCopy` tells the tool to say so.
 */
export function takeLiveOrCopy<T>(
  answer: AnswerBuilder,
  perimeter: Perimeter,
  live: Lookup<T>,
  copy: () => Lookup<T>,
): { readonly taken: Taken<T> | undefined; readonly fromCopy: boolean; readonly answered: boolean } {
  const taken = answer.take(live, perimeter);
  if (live.state !== 'unavailable') return { taken, fromCopy: false, answered: true };
  const second = copy();
  return { taken: answer.take(second, perimeter), fromCopy: true, answered: second.state !== 'unavailable' };
}
