import { z } from 'zod';
import type { Fields, RowOf, Table } from '../../fields/table.ts';
import type { Citation } from '../../kernel/citation.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { sourceCard } from '../cards.ts';
import { cite } from '../shared/lookup.ts';
import { plainRows, type SourceTable } from '../shared/table-rows.ts';
import { byOffset, readPages } from './pages.ts';
import { cutAt, listLookup, namedColumns, pick, type Row } from './rows.ts';

export interface OpenFemaQuery {
  /** Version and entity, for example `v2/DisasterDeclarationsSummaries`. */
  readonly entity: string;
  /** OData filter; never empty, the sets are large. */
  readonly filter: string;
  readonly select?: readonly string[];
  readonly orderBy?: string;
  /** Rows at most; 1,000 where absent. */
  readonly limit?: number;
  readonly ttlSeconds?: number;
  readonly citation?: Partial<Citation>;
}

const home = 'https://www.fema.gov/api/open';
const pageSize = 1000;
const ReplySchema = z.looseObject({ metadata: z.looseObject({ count: z.number().optional() }).optional() });
const RowsSchema = z.array(z.record(z.string(), z.unknown()));

function address(card: SourceCard, query: OpenFemaQuery, skip: number, top: number): string {
  const base = /^https:\/\/[^/]+\/api\/open/.exec(card.endpoint)?.[0] ?? home;
  const params: Record<string, string> = {
    $filter: query.filter,
    $inlinecount: 'allpages',
    ...(query.select && { $select: namedColumns(card, query.select).join(',') }),
    ...(query.orderBy && { $orderby: query.orderBy }),
    $top: String(top),
    ...(skip > 0 && { $skip: String(skip) }),
  };
  // the front of this service drops parameters whose `$` is not encoded
  const text = Object.entries(params).map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  return `${base}/${query.entity}?${text.join('&')}`;
}

interface OpenFemaPage {
  readonly rows: readonly Row[];
  /** All matching records as the service counts them. */
  readonly count: number | undefined;
}

function pageIn(body: unknown, { entity, select }: OpenFemaQuery): OpenFemaPage | undefined {
  const head = ReplySchema.safeParse(body);
  if (!head.success) return undefined;
  const named = head.data[entity.split('/').at(-1) ?? ''];
  const list =
    named ?? Object.entries(head.data).find(([key, value]) => key !== 'metadata' && Array.isArray(value))?.[1];
  const rows = RowsSchema.safeParse(list).data?.map((row) => (select ? pick(row, select) : row));
  // without the count parameter the service says 0 whatever it sends
  return rows && { rows, count: head.data.metadata?.count || undefined };
}

/** Records of one OpenFEMA entity, 1,000 a page; more records than `limit` is `partial`. */
export async function queryOpenFema(
  sources: SourceAccess,
  card: SourceCard,
  query: OpenFemaQuery,
): Promise<Lookup<OpenFemaPage>> {
  const limit = query.limit ?? 1000;
  const offsets = byOffset<OpenFemaPage>(limit, pageSize);
  const outcome = await readPages(sources, card, {
    start: offsets.start,
    request: ({ offset, count }) => ({ url: address(card, query, offset, count), ttlSeconds: query.ttlSeconds }),
    read: (body) => pageIn(body, query),
    next: (page, range, rowsRead) => (rowsRead === page.count ? undefined : offsets.next(page, range, rowsRead)),
  });
  if ('lookup' in outcome) return outcome.lookup;
  const { rows, pages, reply, stopped, failed } = outcome.read;
  const citation = cite(card, reply, query.citation);
  const counted = pages.find((page) => page.count !== undefined)?.count;
  const missing = stopped ?? shortfall(counted, limit, rows.length);
  if (missing && rows.length === 0) return { state: 'unavailable', source: citation.sourceName, reason: missing };
  const count = counted ?? (missing ? undefined : rows.length);
  return mapLookup(listLookup(rows, citation, missing, failed), (data) => ({ rows: data, count }));
}

/** The same as a field table publishes the rows. */
export async function openFemaRows<F extends Fields>(
  sources: SourceAccess,
  table: SourceTable<F>,
  query: Omit<OpenFemaQuery, 'select'>,
): Promise<Lookup<{ readonly rows: readonly RowOf<Table<F>>[]; readonly count: number | undefined }>> {
  const found = await queryOpenFema(sources, sourceCard(table.id), { ...query, select: table.columns });
  const count = hasData(found) ? found.data.count : undefined;
  const listed = mapLookup(found, ({ rows }) => rows);
  return mapLookup(plainRows(sources, table, listed), (rows) => ({ rows, count }));
}

/** What is missing between the service's own count and the rows that were read. */
function shortfall(count: number | undefined, limit: number, read: number): string | undefined {
  if (count === undefined) {
    return read < limit
      ? undefined
      : `The first ${limit} matching records were read; the source did not say how many there are.`;
  }
  if (count <= read) return undefined;
  return read >= limit ? cutAt(limit, count) : `The source counts ${count} records and gave ${read}.`;
}
