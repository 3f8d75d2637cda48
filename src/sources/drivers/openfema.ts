import { z } from 'zod';
import type { Citation } from '../../kernel/citation.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { cite } from '../shared/lookup.ts';
import { byOffset, readPages } from './pages.ts';
import { cutAt, namedColumns, pick, quoted, type Row } from './rows.ts';

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

export interface OpenFemaRows {
  readonly rows: readonly Row[];
  /** All matching records as the service counts them. */
  readonly count: number | undefined;
}

const home = 'https://www.fema.gov/api/open';
const pageSize = 1000;
const ReplySchema = z.looseObject({ metadata: z.looseObject({ count: z.number().optional() }).optional() });
const RowsSchema = z.array(z.record(z.string(), z.unknown()));

/** Text literal for an OData filter, with its quotes. */
export const odataText = quoted;

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
): Promise<Lookup<OpenFemaRows>> {
  const limit = query.limit ?? 1000;
  const offsets = byOffset<OpenFemaPage>(limit, pageSize);
  const outcome = await readPages(sources, card, {
    start: offsets.start,
    request: ({ offset, count }) => ({ url: address(card, query, offset, count), ttlSeconds: query.ttlSeconds }),
    read: (body) => pageIn(body, query),
    next: (page, range, rowsRead) => (rowsRead === page.count ? undefined : offsets.next(page, range, rowsRead)),
  });
  if ('lookup' in outcome) return outcome.lookup;
  const { rows, pages, reply, stopped } = outcome.read;
  const citation = cite(card, reply, query.citation);
  const count = pages.find((page) => page.count !== undefined)?.count;
  const missing = stopped ?? shortfall(count, limit, rows.length);
  if (rows.length === 0) {
    return missing
      ? { state: 'unavailable', source: citation.sourceName, reason: missing }
      : { state: 'empty', citation };
  }
  const data = { rows, count: count ?? (missing ? undefined : rows.length) };
  if (!missing) return { state: 'found', data, citation };
  return {
    state: 'partial',
    data,
    citation,
    reason: missing,
    ...(outcome.read.failed && { missing: 'failed' as const }),
  };
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
