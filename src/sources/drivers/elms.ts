import { z } from 'zod';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { cite } from '../shared/lookup.ts';
import type { LegistarQuery } from './legistar.ts';
import { readPages } from './pages.ts';
import { cutAt, listLookup, namedColumns, pick, type Row } from './rows.ts';

/** `endpoint`: list address, for example `https://…/matter`. */
export interface ElmsQuery extends LegistarQuery {
  /** Column that tells records apart: pages overlap where many records share a date. */
  readonly idField: string;
  /** Further condition. */
  readonly where?: string;
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
export async function queryElms(sources: SourceAccess, card: SourceCard, query: ElmsQuery) {
  const columns = namedColumns(card, [...new Set([query.idField, query.dateField, ...query.select])]);
  const limit = query.limit ?? 200;
  const filter = [`${query.dateField} ge ${query.since}T00:00:00Z`, query.where && `(${query.where})`];
  const outcome = await readPages(sources, card, {
    start: 0,
    request: (skip) => {
      const params = new URLSearchParams({
        filter: filter.filter(Boolean).join(' and '),
        sort: `${query.dateField} desc`,
        top: String(pageMax),
        skip: String(skip),
      });
      return { url: `${query.endpoint ?? card.endpoint}?${params}` };
    },
    read: (body) => {
      const { data, meta } = PageSchema.safeParse(body).data ?? {};
      const rows = data?.map((row) => pick(row, columns));
      const isKnown = (row: Row) => row[query.idField] !== undefined && query.dateField in row;
      return meta && rows?.every(isKnown) ? { rows, counted: meta.count } : undefined;
    },
    next: ({ rows, counted }, skip) => {
      const after = skip + pageMax;
      return rows.length > 0 && after < Math.min(limit, counted) ? after : undefined;
    },
  });
  if ('lookup' in outcome) return outcome.lookup;
  const { rows, pages, reply, stopped } = outcome.read;
  const read = [...new Map(rows.map((row) => [row[query.idField], row])).values()].slice(0, limit);
  return listLookup(
    read,
    cite(card, reply),
    stopped ?? shortfall(pages.at(-1)?.counted ?? 0, limit, read.length),
    outcome.read.failed,
  );
}

function shortfall(counted: number, limit: number, read: number): string | undefined {
  if (counted > limit) return cutAt(limit, counted);
  return read < counted ? `The source counts ${counted} matching records and its pages gave ${read}.` : undefined;
}
