import { mapBounded } from '../kernel/bounded.ts';
import type { Lane } from '../kernel/jurisdiction.ts';
import { hasData, type Lookup } from '../kernel/lookup.ts';
import type { ConfiguredLane } from '../kernel/ports/jurisdictions.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import { type LaneQuery, type LaneRow, readLane } from './reader.ts';

// a question is one address line: longer lists are asked in parts
const keysPerQuestion = 40;
const atOnce = 3;

type Rows<L extends Lane> = Lookup<readonly LaneRow<L>[]>;
const reasonOf = (lookup: Lookup<unknown>) => ('reason' in lookup ? lookup.reason : undefined);

/** One lookup out of the parts of one question. A part that failed makes the whole `partial`; a miss in it is a failure. */
function joined<L extends Lane>(parts: readonly Rows<L>[], source: string): Rows<L> {
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

/** Reads the rows of many identifiers, a part at a time; `limit` counts per part. */
export async function readByKeys<L extends Lane>(
  sources: SourceAccess,
  configured: ConfiguredLane<L>,
  keys: readonly string[],
  query: Pick<LaneQuery, 'since' | 'until' | 'limit'> = {},
): Promise<Rows<L>> {
  const unique = [...new Set(keys)];
  const parts = Array.from({ length: Math.ceil(unique.length / keysPerQuestion) }, (_, at) =>
    unique.slice(at * keysPerQuestion, (at + 1) * keysPerQuestion),
  );
  const read = await mapBounded(parts, atOnce, (part) => readLane(sources, configured, { ...query, keys: part }));
  return joined(read, configured.card.name);
}
