import { z } from 'zod';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { getJson, refused } from '../shared/lookup.ts';
import { echoServices } from './card.ts';

export interface EchoQuestion {
  readonly service: 'echo_rest_services' | 'rcra_rest_services';
  readonly params: Readonly<Record<string, string>>;
  /** Column ids of the service's own metadata; its default set where absent. */
  readonly columns?: readonly number[];
  /** Rows at most; 0 asks for the count alone. */
  readonly limit: number;
}

export interface EchoRows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Matching records by the source's own count. */
  readonly total: number;
}

const count = z.union([z.string(), z.number()]).transform(Number).pipe(z.int().min(0));
const Search = z
  .looseObject({ Results: z.looseObject({ QueryRows: count, QueryID: z.union([z.string(), z.number()]).nullish() }) })
  .transform(({ Results }) => ({ total: Results.QueryRows, id: String(Results.QueryID ?? '') }));
const Page = z
  .looseObject({ Results: z.looseObject({ Facilities: z.array(z.record(z.string(), z.unknown())) }) })
  .transform(({ Results }) => Results.Facilities);

/** ECHO puts its errors into a 200: too many rows, an unknown query id, a refusal of robots. */
function detectError(body: unknown): string | undefined {
  const results = (body as { Results?: { Error?: unknown } } | null)?.Results;
  return results?.Error ? 'ECHO error in the body' : undefined;
}

/**
 * ECHO's two steps: the search hands out a query id that lives about half an hour, the rows come page by page under it.
 * More rows than `limit` is `partial`; an error inside a 200 is `unavailable`.
 */
export async function queryEcho(
  sources: SourceAccess,
  card: SourceCard,
  question: EchoQuestion,
): Promise<Lookup<EchoRows>> {
  const pageSize = Math.max(1, Math.min(question.limit, 1000));
  const ask = (step: string, params: Readonly<Record<string, string>>) => ({
    url: `${echoServices}/${question.service}.${step}?${new URLSearchParams({ output: 'JSON', ...params })}`,
    detectError,
  });
  const search = await getJson(
    sources,
    card,
    ask('get_facilities', { ...question.params, responseset: String(pageSize) }),
    Search,
    { isEmpty: ({ total }) => total === 0 },
  );
  if (!hasData(search)) return search;
  const { total, id } = search.data;
  if (id === '') return refused(sources, card, `${card.name} gave no query number.`);
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (let page = 1; rows.length < Math.min(total, question.limit); page++) {
    const columns = question.columns ? { qcolumns: question.columns.join(',') } : {};
    const found = await getJson(
      sources,
      card,
      ask('get_qid', { qid: id, pageno: String(page), responseset: String(pageSize), ...columns }),
      Page,
    );
    if (!hasData(found)) {
      if (rows.length === 0) return found as Lookup<never>;
      break;
    }
    if (found.data.length === 0) break;
    rows.push(...found.data);
  }
  const kept = rows.slice(0, question.limit);
  if (kept.length >= total) return { ...search, data: { rows: kept, total } };
  const reason = `${card.name} counts ${total} matching records; ${kept.length} were read.`;
  return { state: 'partial', data: { rows: kept, total }, citation: search.citation, reason };
}

/** Radius in miles as ECHO takes it. */
export function circleParams(point: { latitude: number; longitude: number }, radiusMeters: number) {
  return {
    p_lat: point.latitude.toFixed(6),
    p_long: point.longitude.toFixed(6),
    p_radius: (radiusMeters / 1609.344).toFixed(3),
  };
}
