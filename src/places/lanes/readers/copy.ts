import { holds } from '../../../fields/conditions.ts';
import { hasData, type Lookup, mapLookup } from '../../../kernel/lookup.ts';
import type { MirrorRow } from '../../../kernel/ports/mirror.ts';
import { cutAt } from '../../../sources/drivers/rows.ts';
import { copyColumns } from '../../schema/place-copy.ts';
import type { Asking, Reader } from '../asking.ts';

/** Rows around a point that are held against the other conditions of a question. */
const mostAround = 50_000;

type Rows = Lookup<readonly MirrorRow[]>;

function newestFirst(a: MirrorRow, b: MirrorRow): number {
  return String(b[copyColumns.day] ?? '').localeCompare(String(a[copyColumns.day] ?? ''), 'en');
}

/** The rows around a point that fulfill the conditions, the newest first; more than `limit` is `partial`. */
function around({ configured, query, plan }: Asking, limit: number): Rows | undefined {
  const { copy, card } = configured;
  const { point, radiusMeters, conditions = [] } = plan;
  if (!copy || !point || radiusMeters === undefined) return undefined;
  const near = copy.near(card.id, point, radiusMeters, { limit: mostAround });
  if (!hasData(near)) return near;
  const kept = near.data.filter((row) => conditions.every((one) => holds(one, row)));
  // the nearest come first; of records, the newest
  if (query.since ?? query.until) kept.sort(newestFirst);
  const { citation } = near;
  if (kept.length > limit && near.state === 'found') {
    return { state: 'partial', data: kept.slice(0, limit), citation, reason: cutAt(limit, kept.length) };
  }
  if (kept.length === 0 && near.state === 'found') return { state: 'empty', citation };
  return { ...near, data: kept.slice(0, limit) };
}

/** Rows of a place's own file, out of the mirror; `unavailable` where it is not loaded, and how to load it. */
export const readCopy: Reader = async (asking) => {
  const { configured, plan, query } = asking;
  const { source, card, copy } = configured;
  if (!copy) return { state: 'unavailable', source: card.name, reason: 'the mirror of files is not open' };
  const limit = query.limit ?? 200;
  const found =
    plan.by === 'radius'
      ? around(asking, limit)
      : copy.matching(card.id, plan.conditions ?? [], {
          limit,
          ...(source.query.dateField && { orderBy: copyColumns.day, descending: true }),
        });
  if (!found) return { state: 'not_covered', source: card.name, reason: `${card.name} has no positions.` };
  return mapLookup(found, (rows) => rows.map((attributes) => ({ attributes, queried: source.endpoint })));
};
