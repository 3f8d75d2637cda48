import { z } from 'zod';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { getJson, refused } from './lookup.ts';

export interface EchoSearch {
  /** For example `sdw_rest_services`; the search step is `get_systems` there and `get_facilities` elsewhere. */
  readonly service: 'cwa_rest_services' | 'sdw_rest_services';
  readonly params: Readonly<Record<string, string>>;
  /** Column ids of the service's own metadata. */
  readonly columns: readonly number[];
  readonly limit: number;
}

type EchoRow = Readonly<Record<string, unknown>>;

const steps = {
  cwa_rest_services: { search: 'get_facilities', rows: 'Facilities' },
  sdw_rest_services: { search: 'get_systems', rows: 'WaterSystems' },
} as const;

const count = z.union([z.string(), z.number()]).transform(Number).pipe(z.int().min(0));
const Search = z
  .looseObject({ Results: z.looseObject({ QueryRows: count, QueryID: z.union([z.string(), z.number()]).nullish() }) })
  .transform(({ Results }) => ({ total: Results.QueryRows, id: String(Results.QueryID ?? '') }));

/** ECHO puts its errors into a 200. */
function detectError(body: unknown): string | undefined {
  const results = (body as { Results?: { Error?: unknown } } | null)?.Results;
  return results?.Error ? 'ECHO error in the body' : undefined;
}

/**
 * ECHO's search by program in its two steps: the search hands out a query number that lives about half an hour, the
 * rows come under it. More rows than `limit` is `partial`; an error inside a 200 is `unavailable`.
 */
export async function searchEcho(
  sources: SourceAccess,
  card: SourceCard,
  { service, params, columns, limit }: EchoSearch,
): Promise<Lookup<{ readonly rows: readonly EchoRow[]; readonly total: number }>> {
  const { search: first, rows: list } = steps[service];
  const ask = (step: string, query: Readonly<Record<string, string>>) => ({
    url: `https://echodata.epa.gov/echo/${service}.${step}?${new URLSearchParams({ output: 'JSON', ...query })}`,
    detectError,
  });
  const shared = { responseset: String(limit), qcolumns: columns.join(',') };
  const search = await getJson(sources, card, ask(first, { ...params, ...shared }), Search, {
    isEmpty: ({ total }) => total === 0,
  });
  if (!hasData(search)) return search;
  const { total, id } = search.data;
  if (id === '') return refused(sources, card, `${card.name} gave no query number.`);
  const Page = z
    .looseObject({ Results: z.looseObject({ [list]: z.array(z.record(z.string(), z.unknown())) }) })
    .transform(({ Results }) => Results[list] as readonly EchoRow[]);
  const page = await getJson(sources, card, ask('get_qid', { qid: id, pageno: '1', ...shared }), Page);
  if (!hasData(page)) return page;
  const rows = page.data.slice(0, limit);
  if (rows.length === 0) {
    return refused(sources, card, `${card.name} counts ${total} records and gave none.`);
  }
  if (rows.length >= total) return { ...page, data: { rows, total } };
  const reason = `${card.name} counts ${total} matching records; ${rows.length} were read.`;
  return { state: 'partial', data: { rows, total }, citation: page.citation, reason };
}
