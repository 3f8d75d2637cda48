import { z } from 'zod';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { byOffset, type RowRange, readList } from './pages.ts';
import { namedColumns, pick, type Row } from './rows.ts';

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
export async function queryLegistar(sources: SourceAccess, card: SourceCard, query: LegistarQuery) {
  const columns = namedColumns(card, query.select);
  const limit = query.limit ?? 200;
  const paging = {
    ...byOffset<{ rows: readonly Row[] }>(limit + 1, pageMax),
    request: ({ offset, count }: RowRange) => {
      // OData of version 3: a date has its own literal, and the list comes as JSON by its media type alone
      const params = new URLSearchParams({
        $filter: `${query.dateField} ge datetime'${query.since}'`,
        $orderby: `${query.dateField} desc`,
        $top: String(count),
        ...(offset > 0 && { $skip: String(offset) }),
      });
      return { url: `${query.endpoint ?? card.endpoint}?${params}` };
    },
    read: (body: unknown) => {
      const rows = RowsSchema.safeParse(body).data?.map((row) => pick(row, columns));
      return rows?.every((row) => query.dateField in row) ? { rows } : undefined;
    },
  };
  return readList(sources, card, paging, { limit });
}
