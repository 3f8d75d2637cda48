import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import { isAnswered } from '../../kernel/state.ts';

/** Rows that several requests gathered of one register, as one lookup with the state that its answer came to. */
export function gatheredLookup<T>(answer: AnswerBuilder, source: string, data: readonly T[]): Lookup<readonly T[]> {
  const { state, citations, searched } = answer.finish({ summary: '' });
  const [citation] = Object.values(citations);
  const reason = searched.flatMap((one) => one.reason ?? [])[0] ?? 'it could not be read';
  if (!citation || !isAnswered(state)) return { state: 'unavailable', source, reason };
  if (state === 'empty' || (state === 'found' && data.length === 0)) return { state: 'empty', citation };
  return state === 'found' ? { state, data, citation } : { state: 'partial', data, citation, reason };
}
