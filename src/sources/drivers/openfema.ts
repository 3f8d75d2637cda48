import { z } from 'zod';
import type { Citation } from '../../kernel/citation.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { type Answered, cite, failed, wrongShape } from '../shared/lookup.ts';
import { cutAt, pick, quoted, type Row } from './rows.ts';

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
    ...(query.select && { $select: query.select.join(',') }),
    ...(query.orderBy && { $orderby: query.orderBy }),
    $top: String(top),
    ...(skip > 0 && { $skip: String(skip) }),
  };
  // the front of this service drops parameters whose `$` is not encoded
  const text = Object.entries(params).map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  return `${base}/${query.entity}?${text.join('&')}`;
}

function rowsIn(body: unknown, entity: string): readonly Row[] | undefined {
  const reply = body as Record<string, unknown>;
  const named = reply[entity.split('/').at(-1) ?? ''];
  const list = named ?? Object.entries(reply).find(([key, value]) => key !== 'metadata' && Array.isArray(value))?.[1];
  const parsed = RowsSchema.safeParse(list);
  return parsed.success ? parsed.data : undefined;
}

/** Records of one OpenFEMA entity, 1,000 a page; more records than `limit` is `partial`. */
export async function queryOpenFema(
  sources: SourceAccess,
  card: SourceCard,
  query: OpenFemaQuery,
): Promise<Lookup<OpenFemaRows>> {
  const limit = query.limit ?? 1000;
  const rows: Row[] = [];
  let first: Answered | undefined;
  let count: number | undefined;
  let missing: string | undefined;
  while (rows.length < limit) {
    const top = Math.min(pageSize, limit - rows.length);
    const reply = await sources.fetch(card, {
      url: address(card, query, rows.length, top),
      ...(query.ttlSeconds !== undefined && { ttlSeconds: query.ttlSeconds }),
    });
    if (!reply.ok && !first) return failed(card, reply);
    const head = reply.ok ? ReplySchema.safeParse(reply.body) : undefined;
    const page = reply.ok && head?.success ? rowsIn(reply.body, query.entity) : undefined;
    if (!reply.ok || !page) {
      if (!first) return wrongShape(card);
      missing = 'A later page could not be read.';
      break;
    }
    first ??= reply;
    rows.push(...page.map((row) => (query.select ? pick(row, query.select) : row)));
    // without the count parameter the service says 0 whatever it sends
    count ??= head?.data?.metadata?.count || undefined;
    if (page.length < top || rows.length === count) break;
  }
  if (!first) return wrongShape(card);
  const citation = cite(card, first, query.citation);
  if (rows.length === 0) return { state: 'empty', citation };
  if (count !== undefined && count > rows.length) {
    missing ??=
      rows.length >= limit ? cutAt(limit, count) : `The source counts ${count} records and gave ${rows.length}.`;
  } else if (count === undefined && rows.length >= limit) {
    missing ??= `The first ${limit} matching records were read; the source did not say how many there are.`;
  }
  const data = { rows, count: count ?? (missing ? undefined : rows.length) };
  return missing ? { state: 'partial', data, citation, reason: missing } : { state: 'found', data, citation };
}
