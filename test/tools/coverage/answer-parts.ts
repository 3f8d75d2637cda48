import type { Answer } from '../../../src/kernel/answer.ts';
import type { TestService } from '../../harness.ts';

export const factsOf = (answer: Answer) => answer.facts as Record<string, never>;

/** A list among the facts; empty where the answer has none of that name. */
export const rowsOf = (answer: Answer, name: string) => (answer.facts?.[name] ?? []) as Record<string, unknown>[];

/** What a call was refused with; undefined where it was answered. */
export const refusalOf = async (service: TestService, name: string, args: object) =>
  service.call(name, args).then(
    () => undefined,
    (error: { code?: string; detail?: string; issues?: { path: string }[] }) => error,
  );
