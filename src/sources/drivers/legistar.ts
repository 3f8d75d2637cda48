import { z } from 'zod';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { type Answered, cite, failed, wrongShape } from '../shared/lookup.ts';
import { cutAt, listLookup, namedColumns, pick, type Row } from './rows.ts';

export interface LegistarQuery {
  /** List of one client, `https://webapi.legistar.com/v1/<client>/matters`; the card's endpoint where absent. */
  readonly endpoint?: string;
  /** Columns that are kept. The interface takes no selection: others are received and dropped here. */
  readonly select: readonly string[];
  readonly dateField: string;
  /** First calendar day, inclusive. */
  readonly since: string;
  /** Rows at most; 200 where absent. */
  readonly limit?: number;
}

const RowsSchema = z.array(z.record(z.string(), z.unknown()));
/** The interface gives no more rows at once. */
const pageMax = 1000;

/** Rows of a Legistar list since a day, newest first; more than `limit` is `partial`. */
export async function queryLegistar(
  sources: SourceAccess,
  card: SourceCard,
  query: LegistarQuery,
): Promise<Lookup<readonly Row[]>> {
  const columns = namedColumns(query.select);
  const limit = query.limit ?? 200;
  const rows: Row[] = [];
  let first: Answered | undefined;
  while (rows.length <= limit) {
    const count = Math.min(pageMax, limit + 1 - rows.length);
    // OData of version 3: a date has its own literal, and the list comes as JSON by its media type alone
    const params = new URLSearchParams({
      $filter: `${query.dateField} ge datetime'${query.since}'`,
      $orderby: `${query.dateField} desc`,
      $top: String(count),
      ...(rows.length > 0 && { $skip: String(rows.length) }),
    });
    const reply = await sources.fetch(card, { url: `${query.endpoint ?? card.endpoint}?${params}` });
    if (!reply.ok && !first) return failed(card, reply);
    const parsed = reply.ok ? RowsSchema.safeParse(reply.body) : undefined;
    if (!reply.ok || !parsed?.success) {
      return first ? listLookup(rows, cite(card, first), 'A later page could not be read.') : wrongShape(card);
    }
    first ??= reply;
    const kept = parsed.data.map((row) => pick(row, columns));
    if (kept.some((row) => !(query.dateField in row))) return wrongShape(card);
    rows.push(...kept);
    if (parsed.data.length < count) break;
  }
  if (!first) return wrongShape(card);
  return listLookup(rows.slice(0, limit), cite(card, first), rows.length > limit ? cutAt(limit) : undefined);
}
