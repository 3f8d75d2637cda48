import type { Lookup } from '../kernel/lookup.ts';
import type { Subject } from '../kernel/subject.ts';

/**
 * What only one state (two letters) publishes, read for a place in it; undefined in any other. Where the state of the
 * place is not known, nothing is queried and the lookup is `unresolved`.
 */
export async function inState<T>(
  { stateCode }: Pick<Subject, 'stateCode'>,
  publisher: string,
  source: string,
  read: () => Promise<Lookup<T>>,
): Promise<Lookup<T> | undefined> {
  if (stateCode === undefined) return { state: 'unresolved', source, reason: 'the state of the place is not known' };
  return stateCode === publisher ? read() : undefined;
}
