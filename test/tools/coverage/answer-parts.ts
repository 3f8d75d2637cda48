import type { Answer } from '../../../src/kernel/answer.ts';
import type { TestHouse } from '../../harness.ts';

export const factsOf = (answer: Answer) => answer.facts as Record<string, never>;

/** A list among the facts; empty where the answer has none of that name. */
export const rowsOf = (answer: Answer, name: string) => (answer.facts?.[name] ?? []) as Record<string, unknown>[];

/** What a call was refused with; undefined where it was answered. */
export const refusalOf = async (house: TestHouse, name: string, args: object) =>
  house.call(name, args).then(
    () => undefined,
    (error: { code?: string; detail?: string; issues?: { path: string }[] }) => error,
  );
