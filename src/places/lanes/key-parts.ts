import { mapBounded } from '../../kernel/bounded.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';

// a question is one address line: longer lists are queried in parts
const keysPerQuestion = 40;
const atOnce = 3;

const reasonOf = (lookup: Lookup<unknown>) => ('reason' in lookup ? lookup.reason : undefined);

/** One lookup out of the parts of one question. A part that failed makes the whole `partial`; a miss in it is a failure. */
function joined<Row>(parts: readonly Lookup<readonly Row[]>[], source: string): Lookup<readonly Row[]> {
  const answered = parts.find((part) => 'citation' in part);
  const failed = parts.filter((part) => !('citation' in part));
  if (!answered || !('citation' in answered)) {
    return failed[0] ?? { state: 'unresolved', source, reason: 'there was no number to ask by' };
  }
  const { citation } = answered;
  const data = parts.flatMap((part) => (hasData(part) ? part.data : []));
  const cut = [...parts.filter(({ state }) => state === 'partial'), ...failed].flatMap((part) => reasonOf(part) ?? []);
  if (cut.length > 0) {
    const reason = [...new Set(cut)].join(' ');
    return data.length > 0 ? { state: 'partial', data, citation, reason } : { state: 'unavailable', source, reason };
  }
  if (data.length === 0) return { state: 'empty', citation };
  const stale = parts.find(({ state }) => state === 'stale');
  return stale
    ? { state: 'stale', data, citation, reason: reasonOf(stale) ?? 'an older copy' }
    : { state: 'found', data, citation };
}

/** Asks by many identifiers, each once and a part of them at a time, and puts the parts together. */
export async function inParts<Row>(
  keys: readonly string[],
  source: string,
  ask: (keys: readonly string[]) => Promise<Lookup<readonly Row[]>>,
): Promise<Lookup<readonly Row[]>> {
  const unique = [...new Set(keys)];
  const parts = Array.from({ length: Math.ceil(unique.length / keysPerQuestion) }, (_, at) =>
    unique.slice(at * keysPerQuestion, (at + 1) * keysPerQuestion),
  );
  return joined(await mapBounded(parts, atOnce, ask), source);
}
