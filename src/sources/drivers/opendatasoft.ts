import { z } from 'zod';
import { mapLookup } from '../../kernel/lookup.ts';
import type { Condition } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { addDays } from '../../kernel/time.ts';
import { getJson } from '../shared/lookup.ts';
import { byOffset, type RowRange, readList } from './pages.ts';
import { namedColumns, pick, type Row, type RowsQuery } from './rows.ts';

interface OpendatasoftQuery extends RowsQuery {
  /** `https://host/api/explore/v2.1/catalog/datasets/<id>/records`. */
  readonly endpoint: string;
  readonly conditions?: readonly Condition[];
}

/** The explore API gives 100 rows a page at most, and no row behind the 10,000th. */
const pageRows = 100;
const maxPages = 100;

const PageSchema = z.looseObject({
  total_count: z.int().min(0),
  results: z.array(z.record(z.string(), z.unknown())),
});

function detectError(body: unknown): string | undefined {
  const { error_code: code, errorcode: number } = (body ?? {}) as { error_code?: unknown; errorcode?: unknown };
  return code !== undefined || number !== undefined ? 'Opendatasoft error object' : undefined;
}

const named = (column: string) => {
  if (!/^[a-z_][a-z0-9_]*$/i.test(column)) throw new Error('a column name has other characters than expected');
  return column;
};

/** A text literal: the characters that would end or escape it are left out, as no identifier has them. */
const literal = (value: string | number) =>
  typeof value === 'number' ? String(value) : `"${value.replace(/["\\\p{Cc}]/gu, '')}"`;

function clauseOf(condition: Condition): string {
  const column = named(condition.column);
  if ('oneOf' in condition) return `${column} in (${condition.oneOf.map(literal).join(', ')})`;
  if ('contains' in condition) {
    return `(${condition.contains.map((part) => `${column} like ${literal(part)}`).join(' or ')})`;
  }
  if ('between' in condition) return `${column} >= ${condition.between[0]} and ${column} <= ${condition.between[1]}`;
  return [
    ...(condition.from ? [`${column} >= date'${condition.from}'`] : []),
    ...(condition.to ? [`${column} < date'${addDays(condition.to, 1)}'`] : []),
  ].join(' and ');
}

/** Rows of an Opendatasoft dataset, a hundred a page; more than `limit` is `partial` and says how many there are. */
export async function queryOpendatasoft(sources: SourceAccess, card: SourceCard, query: OpendatasoftQuery) {
  const { within, conditions = [], limit = 200 } = query;
  const columns = namedColumns(card, query.select);
  const where = [
    ...(query.where ? [`(${query.where})`] : []),
    ...conditions.map(clauseOf),
    ...(within
      ? [
          `within_distance(${named(within.column)}, geom'POINT(${within.point.longitude} ${within.point.latitude})', ${within.radiusMeters}m)`,
        ]
      : []),
  ].join(' and ');
  const paging = {
    ...byOffset<{ rows: readonly Row[]; total: number }>(limit + 1, pageRows),
    maxPages,
    request: ({ offset, count }: RowRange) => {
      const params = new URLSearchParams({
        select: columns.map(named).join(','),
        ...(where && { where }),
        ...(query.order && { order_by: query.order }),
        limit: String(count),
        ...(offset > 0 && { offset: String(offset) }),
      });
      return { url: `${query.endpoint}?${params}`, detectError };
    },
    read: (body: unknown) => {
      const parsed = PageSchema.safeParse(body);
      if (!parsed.success) return undefined;
      return { rows: parsed.data.results.map((row) => pick(row, columns)), total: parsed.data.total_count };
    },
  };
  return readList(sources, card, paging, { limit });
}

const DatasetSchema = z.looseObject({ fields: z.array(z.looseObject({ name: z.string() })).min(1) });

/** Names of a dataset's columns, out of the portal's own description of it. */
export async function opendatasoftFields(sources: SourceAccess, card: SourceCard, endpoint: string) {
  const url = endpoint.replace(/\/records\/?$/, '');
  const lookup = await getJson(sources, card, { url, detectError, ttlSeconds: 86_400 }, DatasetSchema);
  return mapLookup(lookup, ({ fields }) => fields.map(({ name }) => name));
}
