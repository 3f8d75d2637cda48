import { z } from 'zod';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { getJson } from '../shared/lookup.ts';
import { cutAt, listLookup, namedColumns, pick, type RowsQuery } from './rows.ts';

interface CartoQuery extends RowsQuery {
  /** Address of the SQL service, `https://<account>/api/v2/sql`. */
  readonly sqlUrl: string;
  readonly table: string;
}

const ReplySchema = z.looseObject({ rows: z.array(z.record(z.string(), z.unknown())) });

const identifier = (name: string) => {
  if (!/^[a-z_][a-z0-9_.]*$/i.test(name)) throw new Error('a table or column name has other characters than expected');
  return name;
};
const pointSql = ({ longitude, latitude }: GeoPoint) =>
  `ST_SetSRID(ST_MakePoint(${Number(longitude)},${Number(latitude)}),4326)`;
const columnName = (expression: string) => /\sas\s+"?(\w+)"?\s*$/i.exec(expression)?.[1] ?? expression.trim();

function detectError(body: unknown): string | undefined {
  return (body as { error?: unknown } | null)?.error ? 'Carto SQL error' : undefined;
}

/** Rows of a Carto SQL service; more than `limit` is `partial`. */
export async function queryCarto(sources: SourceAccess, card: SourceCard, query: CartoQuery) {
  const limit = query.limit ?? 200;
  const columns = namedColumns(card, query.select);
  const { within } = query;
  const conditions = [
    query.where && `(${query.where})`,
    within &&
      `ST_DWithin(${identifier(within.column)}::geography,${pointSql(within.point)}::geography,${Number(within.radiusMeters)})`,
  ].filter(Boolean);
  const sql = [
    `SELECT ${columns.join(', ')} FROM ${identifier(query.table)}`,
    conditions.length > 0 && `WHERE ${conditions.join(' AND ')}`,
    query.order && `ORDER BY ${query.order}`,
    `LIMIT ${limit + 1}`,
  ];
  const url = `${query.sqlUrl}?${new URLSearchParams({ q: sql.filter(Boolean).join(' ') })}`;
  const lookup = await getJson(sources, card, { url, detectError }, ReplySchema);
  if (lookup.state !== 'found') return lookup as Lookup<never>;
  const rows = lookup.data.rows.map((row) => pick(row, columns.map(columnName)));
  return listLookup(rows.slice(0, limit), lookup.citation, rows.length > limit ? cutAt(limit) : undefined);
}
