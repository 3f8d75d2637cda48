import { z } from 'zod';
import type { Citation } from '../../kernel/citation.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { getJson } from '../shared/lookup.ts';
import { byOffset, type RowRange, readList } from './pages.ts';
import { namedColumns, pick, type Row, type RowsQuery } from './rows.ts';

interface SocrataQuery extends RowsQuery {
  /** `https://host/resource/abcd-1234.json`; the card's endpoint where absent. */
  readonly endpoint?: string;
  readonly group?: string;
  readonly at?: { readonly column: string; readonly point: GeoPoint };
  readonly citation?: Partial<Citation>;
}

const RowsSchema = z.array(z.record(z.string(), z.unknown()));
const pageMax = 10_000;

function columnName(expression: string): string {
  const alias = /\sas\s+`?([A-Za-z0-9_:@]+)`?\s*$/i.exec(expression);
  if (alias?.[1]) return alias[1];
  const call = /^\s*(\w+)\(\s*(\*|[\w:]+)\s*\)\s*$/.exec(expression);
  if (call) return call[2] === '*' ? `${call[1]}` : `${call[1]}_${call[2]}`;
  return expression.trim().replaceAll('`', '');
}

function detectError(body: unknown): string | undefined {
  const reply = body as { error?: unknown; code?: unknown } | null;
  return reply && !Array.isArray(reply) && (reply.error || reply.code) ? 'Socrata error object' : undefined;
}

/** Rows of a Socrata dataset. A column without a value is absent from its row; numbers arrive as text. */
export async function querySocrata(sources: SourceAccess, card: SourceCard, query: SocrataQuery) {
  const limit = query.limit ?? 200;
  const columns = namedColumns(card, query.select).map(columnName);
  const circle =
    query.within &&
    `within_circle(${query.within.column}, ${query.within.point.latitude}, ${query.within.point.longitude}, ${query.within.radiusMeters})`;
  const held =
    query.at && `intersects(${query.at.column}, 'POINT (${query.at.point.longitude} ${query.at.point.latitude})')`;
  const placed = [circle, held].filter(Boolean);
  const where = [query.where && placed.length > 0 ? `(${query.where})` : query.where, ...placed]
    .filter(Boolean)
    .join(' AND ');
  const paging = {
    ...byOffset<{ rows: readonly Row[] }>(limit + 1, pageMax),
    request: ({ offset, count }: RowRange) => {
      const params = new URLSearchParams({
        $select: query.select.join(','),
        ...(where && { $where: where }),
        ...(query.group && { $group: query.group }),
        ...(query.order && { $order: query.order }),
        ...(!query.order && !query.group && limit >= pageMax && { $order: ':id' }),
        $limit: String(count),
        ...(offset > 0 && { $offset: String(offset) }),
      });
      return { url: `${query.endpoint ?? card.endpoint}?${params}`, detectError };
    },
    read: (body: unknown) => {
      const parsed = RowsSchema.safeParse(body);
      return parsed.success ? { rows: parsed.data.map((row) => pick(row, columns)) } : undefined;
    },
  };
  return readList(sources, card, paging, { limit, citation: query.citation });
}

const ViewSchema = z.looseObject({ columns: z.array(z.looseObject({ fieldName: z.string() })).min(1) });

/** Names of a dataset's columns, out of the portal's own description of it (`/api/views/<4x4>.json`). */
export async function socrataColumns(sources: SourceAccess, card: SourceCard, endpoint: string) {
  const url = endpoint.replace(/\/resource\/(\w{4}-\w{4})(\.json)?$/, '/api/views/$1.json');
  const lookup = await getJson(sources, card, { url, detectError, ttlSeconds: 86_400 }, ViewSchema);
  return mapLookup(lookup, ({ columns }) => columns.map(({ fieldName }) => fieldName));
}
