import { z } from 'zod';
import type { Fields } from '../../fields/table.ts';
import { hasData, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { cite, getJson, refused } from '../shared/lookup.ts';
import { plainRows, type SourceTable } from '../shared/table-rows.ts';
import { readPages } from './pages.ts';
import { listLookup, type Row } from './rows.ts';

export interface EchoQuery {
  readonly params: Readonly<Record<string, string>>;
  /** Column ids of the service's own metadata; its default set where absent. */
  readonly columns?: readonly number[];
  /** Rows at most. */
  readonly limit: number;
}

const count = z.union([z.string(), z.number()]).transform(Number).pipe(z.int().min(0));
const Search = z
  .looseObject({ Results: z.looseObject({ QueryRows: count, QueryID: z.union([z.string(), z.number()]).nullish() }) })
  .transform(({ Results }) => ({ total: Results.QueryRows, id: String(Results.QueryID ?? '') }));
const Rows = z.array(z.record(z.string(), z.unknown()));
const Page = z
  .looseObject({ Results: z.looseObject({ Facilities: Rows.optional(), WaterSystems: Rows.optional() }) })
  .transform(({ Results }) => Results.Facilities ?? Results.WaterSystems)
  .pipe(Rows)
  .transform((rows): { readonly rows: readonly Row[] } => ({ rows }));

/** ECHO puts its errors into a 200: too many rows, an unknown query id, a refusal of robots. */
function detectError(body: unknown): string | undefined {
  const results = (body as { Results?: { Error?: unknown } } | null)?.Results;
  return results?.Error ? 'ECHO error in the body' : undefined;
}

const most = 1000;

const step = (url: string, params: Readonly<Record<string, string>>) => ({
  url: `${url}?${new URLSearchParams({ output: 'JSON', ...params })}`,
  detectError,
});

/** The first step: how many records match, and the query id (about half an hour valid) under which they are read. */
export function searchEcho(sources: SourceAccess, card: SourceCard, { params, limit }: EchoQuery) {
  const request = step(card.endpoint, { ...params, responseset: String(Math.min(limit, most)) });
  return getJson(sources, card, request, Search, { isEmpty: ({ total }) => total === 0 });
}

/**
 * Rows of one of ECHO's searches and the source's own count of them: the search, then its rows page by page. More rows
 * than `limit` is `partial`; an error inside a 200 is `unavailable`.
 */
export async function queryEcho(sources: SourceAccess, card: SourceCard, query: EchoQuery) {
  const search = await searchEcho(sources, card, query);
  if (!hasData(search)) return search;
  const { total, id } = search.data;
  if (id === '') return refused(sources, card, `${card.name} gave no query number.`);
  const wanted = Math.min(total, query.limit);
  const paged = {
    qid: id,
    responseset: String(Math.min(query.limit, most)),
    ...(query.columns && { qcolumns: query.columns.join(',') }),
  };
  const outcome = await readPages<number, z.infer<typeof Page>>(sources, card, {
    start: 1,
    request: (page) => step(card.endpoint.replace(/\w+$/, 'get_qid'), { ...paged, pageno: String(page) }),
    read: (body) => Page.safeParse(body).data,
    next: (page, at, rowsRead) => (page.rows.length > 0 && rowsRead < wanted ? at + 1 : undefined),
  });
  if ('lookup' in outcome) return outcome.lookup;
  const { reply, failed } = outcome.read;
  const rows = outcome.read.rows.slice(0, query.limit);
  if (rows.length === 0) return refused(sources, card, `${card.name} counts ${total} records and gave none.`);
  const missing =
    rows.length < total ? `${card.name} counts ${total} matching records; ${rows.length} were read.` : undefined;
  return mapLookup(listLookup(rows, cite(card, reply), missing, failed), (data) => ({ rows: data, total }));
}

/** The same as a field table publishes the rows. */
export async function echoRows<F extends Fields>(sources: SourceAccess, table: SourceTable<F>, query: EchoQuery) {
  const found = await queryEcho(sources, sourceCard(table.id), query);
  if (!hasData(found)) return found;
  const { rows, total } = found.data;
  const read = plainRows(sources, table, { ...found, data: rows });
  return mapLookup(read, (all) => ({ rows: all, total }));
}

/** Parameters of a circle; ECHO reads its radius in miles. */
export const circleParams = ({ latitude, longitude }: GeoPoint, radiusMeters: number) => ({
  p_lat: latitude.toFixed(6),
  p_long: longitude.toFixed(6),
  p_radius: (radiusMeters / 1609.344).toFixed(3),
});
