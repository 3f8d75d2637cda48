import { z } from 'zod';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { type Answered, cite, failed, wrongShape } from '../shared/lookup.ts';
import { cutAt, listLookup, namedColumns, pick, type Row } from './rows.ts';

export interface ElmsQuery {
  /** List address, for example `https://…/matter`; the card's endpoint where absent. */
  readonly endpoint?: string;
  /** Columns that are kept. The interface takes no selection: others are received and dropped here. */
  readonly select: readonly string[];
  /** Column that tells records apart: pages overlap where many records share a date. */
  readonly idField: string;
  readonly dateField: string;
  /** First calendar day, inclusive. */
  readonly since: string;
  /** Further condition. */
  readonly where?: string;
  /** Rows at most; 200 where absent. */
  readonly limit?: number;
}

const PageSchema = z.looseObject({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.looseObject({ count: z.int().min(0) }),
});
/** The interface refuses more rows at once. */
const pageMax = 500;

/**
 * Records of an electronic legislative management system since a day, newest first. The order of its pages is not
 * stable: a record that came twice is kept once, and fewer records than the system counts is `partial`.
 */
export async function queryElms(
  sources: SourceAccess,
  card: SourceCard,
  query: ElmsQuery,
): Promise<Lookup<readonly Row[]>> {
  const columns = namedColumns([...new Set([query.idField, query.dateField, ...query.select])]);
  const limit = query.limit ?? 200;
  const filter = [`${query.dateField} ge ${query.since}T00:00:00Z`, query.where && `(${query.where})`];
  const rows = new Map<unknown, Row>();
  let first: Answered | undefined;
  let counted = 0;
  for (let skip = 0; skip < limit; skip += pageMax) {
    const params = new URLSearchParams({
      filter: filter.filter(Boolean).join(' and '),
      sort: `${query.dateField} desc`,
      top: String(pageMax),
      skip: String(skip),
    });
    const reply = await sources.fetch(card, { url: `${query.endpoint ?? card.endpoint}?${params}` });
    if (!reply.ok && !first) return failed(card, reply);
    const parsed = reply.ok ? PageSchema.safeParse(reply.body) : undefined;
    if (!reply.ok || !parsed?.success) {
      if (!first) return wrongShape(card);
      return listLookup([...rows.values()], cite(card, first), 'A later page could not be read.');
    }
    first ??= reply;
    counted = parsed.data.meta.count;
    for (const row of parsed.data.data) {
      const kept = pick(row, columns);
      if (kept[query.idField] === undefined || !(query.dateField in kept)) return wrongShape(card);
      rows.set(kept[query.idField], kept);
    }
    if (parsed.data.data.length === 0 || skip + pageMax >= counted) break;
  }
  if (!first) return wrongShape(card);
  const read = [...rows.values()].slice(0, limit);
  const missing =
    counted > limit
      ? cutAt(limit, counted)
      : read.length < counted
        ? `The source counts ${counted} matching records and its pages gave ${read.length}.`
        : undefined;
  return listLookup(read, cite(card, first), missing);
}
