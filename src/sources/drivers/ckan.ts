import { z } from 'zod';
import { holds } from '../../fields/conditions.ts';
import type { Citation } from '../../kernel/citation.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { Condition } from '../../kernel/ports/mirror.ts';
import type { SourceAccess, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { addDays } from '../../kernel/time.ts';
import { getJson, parseReply, refused } from '../shared/lookup.ts';
import { cutAt, listLookup, namedColumns, pick, quoted, type Row, type RowsQuery } from './rows.ts';

interface CkanTable {
  /** Address of the portal's `…/api/3/action`. */
  readonly actionUrl: string;
  readonly resourceId: string;
}

/** `where` is SQL with column names in double quotes; 32,000 rows are the portals' own ceiling. */
interface CkanQuery extends CkanTable, Pick<RowsQuery, 'select' | 'where' | 'limit'> {
  readonly conditions?: readonly Condition[];
  /** Newest first by this column. */
  readonly newestBy?: string;
  readonly citation?: Partial<Citation>;
}

/** Rows that are read of a table whose portal takes no SQL, where it cannot narrow them itself. */
const unnarrowedRows = 10_000;
const metadataSeconds = 86_400;

/** A portal says that a question failed in the body, whatever the status. */
function detectError(body: unknown): string | undefined {
  return (body as { success?: unknown } | null)?.success === false ? 'CKAN success=false' : undefined;
}

const action = (actionUrl: string, name: string, params: Readonly<Record<string, string>>): SourceRequest => ({
  url: `${actionUrl.replace(/\/+$/, '')}/${name}?${new URLSearchParams(params)}`,
  detectError,
});

const PackageSchema = z.looseObject({
  success: z.literal(true),
  result: z.looseObject({
    resources: z.array(
      z.looseObject({
        id: z.string(),
        name: z.string().nullish(),
        datastore_active: z.union([z.boolean(), z.string()]).nullish(),
        last_modified: z.string().nullish(),
        created: z.string().nullish(),
      }),
    ),
  }),
});

/** Latest year in a name: publishers that open one resource a year go on to mend the old ones. */
const yearIn = (name: string): number => Math.max(0, ...[...name.matchAll(/(?<!\d)(?:19|20)\d{2}(?!\d)/g)].map(Number));

/**
 * The resource of a package that can be queried now: ids rotate, packages stay. Of those whose names fit, the one with the
 * latest year in its name is taken, and among these the one that was changed last.
 */
export async function resolveResource(
  sources: SourceAccess,
  card: SourceCard,
  query: { readonly actionUrl: string; readonly package: string; readonly pattern?: RegExp },
): Promise<Lookup<{ readonly id: string; readonly name: string }>> {
  const request = { ...action(query.actionUrl, 'package_show', { id: query.package }), ttlSeconds: metadataSeconds };
  const lookup = await getJson(sources, card, request, PackageSchema);
  if (!hasData(lookup)) return lookup;
  const [chosen] = lookup.data.result.resources
    .filter(({ datastore_active: active }) => String(active).toLowerCase() === 'true')
    .map(({ id, name, last_modified, created }) => ({ id, name: name ?? id, changed: last_modified ?? created ?? '' }))
    .filter(({ name }) => !query.pattern || query.pattern.test(name))
    .toSorted((a, b) => yearIn(b.name) - yearIn(a.name) || b.changed.localeCompare(a.changed, 'en'));
  if (!chosen) return refused(sources, card, `${card.name} no longer lists the dataset that is read.`);
  return { ...lookup, data: { id: chosen.id, name: chosen.name } };
}

const FieldSchema = z.looseObject({ id: z.string(), type: z.string().default('text') });
/** A column of a datastore table, with its PostgreSQL type (`text`, `numeric`, `timestamp`). */
export type CkanField = Readonly<z.infer<typeof FieldSchema>>;

const TableSchema = z.looseObject({
  success: z.literal(true),
  result: z.looseObject({ fields: z.array(FieldSchema).min(1) }),
});

/** The columns of a table, as the portal itself names them. */
export async function ckanFields(sources: SourceAccess, card: SourceCard, { actionUrl, resourceId }: CkanTable) {
  const request = action(actionUrl, 'datastore_search', { resource_id: resourceId, limit: '0' });
  const lookup = await getJson(sources, card, { ...request, ttlSeconds: metadataSeconds }, TableSchema);
  return mapLookup(lookup, ({ result }): readonly CkanField[] => result.fields);
}

const named = (column: string) => `"${column.replaceAll('"', '""')}"`;
const likeText = (text: string) => text.replace(/[\\%_]/g, '');

function sqlOf(condition: Condition, type: string): string {
  const column = named(condition.column);
  if ('oneOf' in condition) {
    const compared = condition.folded && type === 'text' ? `upper(${column})` : column;
    const equal = `${compared} IN (${condition.oneOf.map(quoted).join(', ')})`;
    if (!condition.line) return equal;
    const starts = condition.oneOf.map((one) => `${compared} LIKE ${quoted(`${likeText(String(one))},%`)}`);
    return `(${[equal, ...starts].join(' OR ')})`;
  }
  if ('contains' in condition) {
    return `(${condition.contains.map((part) => `${column} LIKE ${quoted(`%${likeText(part)}%`)}`).join(' OR ')})`;
  }
  if ('between' in condition) {
    const [low, high] = condition.between;
    // text is only turned into a number where it is one: a blank would fail the whole question
    const number =
      type === 'text' ? `(CASE WHEN ${column} ~ '^-?[0-9]+([.][0-9]+)?$' THEN ${column}::float8 END)` : column;
    return `${number} BETWEEN ${low} AND ${high}`;
  }
  const literal = (day: string) => quoted(condition.form === 'yyyymmdd' ? day.replaceAll('-', '') : day);
  return [
    ...(condition.from ? [`${column} >= ${literal(condition.from)}`] : []),
    ...(condition.to ? [`${column} < ${literal(addDays(condition.to, 1))}`] : []),
  ].join(' AND ');
}

const RowsSchema = z.looseObject({
  success: z.literal(true),
  result: z.looseObject({
    records: z.array(z.record(z.string(), z.unknown())),
    total: z.int().nullish(),
    records_truncated: z.boolean().nullish(),
  }),
});

/** Statuses by which portals say that they take no SQL, or not this: switched off, forbidden, not known, not valid. */
const noSql: ReadonlySet<number | undefined> = new Set([400, 403, 404, 409]);

type Rows = Lookup<readonly Row[]>;

/**
 * The rows of a portal without SQL: what it can compare exactly it does itself (`filters`), the rest is held against the
 * rows here, the newest first. Where it has more rows than were read, `partial` says so.
 */
async function searchRows(sources: SourceAccess, card: SourceCard, query: CkanQuery): Promise<Rows> {
  const { actionUrl, resourceId, select, conditions = [], newestBy, limit = 200 } = query;
  if (query.where) {
    const reason = `${card.name} is read by a condition in SQL, which its portal no longer takes.`;
    return { state: 'unavailable', source: card.name, reason };
  }
  const exact = conditions.flatMap((one) => ('oneOf' in one && !one.folded && !one.line ? [one] : []));
  const rest = conditions.filter((one) => !exact.some((other) => other === one));
  const wanted = rest.length > 0 ? unnarrowedRows : limit + 1;
  const request = action(actionUrl, 'datastore_search', {
    resource_id: resourceId,
    fields: [...new Set([...select, ...rest.map(({ column }) => column)])].join(','),
    ...(exact.length > 0 && {
      filters: JSON.stringify(Object.fromEntries(exact.map((one) => [one.column, one.oneOf]))),
    }),
    ...(newestBy && { sort: `${named(newestBy)} desc` }),
    limit: String(wanted),
  });
  const lookup = await getJson(sources, card, request, RowsSchema, { citation: query.citation });
  if (!hasData(lookup)) return lookup;
  const { records, total } = lookup.data.result;
  const kept = records.filter((row) => rest.every((one) => holds(one, row))).map((row) => pick(row, select));
  const unread = total !== null && total !== undefined && total > records.length && rest.length > 0;
  const missing = unread
    ? `The portal takes no conditions of this kind: of ${total} records the first ${records.length} were read and held against them.`
    : kept.length > limit
      ? cutAt(limit)
      : undefined;
  return listLookup(kept.slice(0, limit), lookup.citation, missing);
}

/** Rows of a CKAN datastore; more than `limit` is `partial`. Portals that take no SQL are queried by their plain search. */
export async function queryCkan(
  sources: SourceAccess,
  card: SourceCard,
  query: CkanQuery,
  fields: readonly CkanField[] = [],
): Promise<Rows> {
  const { actionUrl, resourceId, conditions = [], where, newestBy, limit = 200 } = query;
  const columns = namedColumns(card, query.select);
  if (!/^[0-9a-f-]{36}$/i.test(resourceId)) throw new Error('a CKAN resource id is a UUID');
  const typeOf = (column: string) => fields.find(({ id }) => id === column)?.type ?? 'text';
  const clauses = [...(where ? [`(${where})`] : []), ...conditions.map((one) => sqlOf(one, typeOf(one.column)))];
  const sql = [
    `SELECT ${columns.map(named).join(', ')} FROM "${resourceId}"`,
    clauses.length > 0 && `WHERE ${clauses.join(' AND ')}`,
    newestBy && `ORDER BY ${named(newestBy)} DESC NULLS LAST`,
    `LIMIT ${limit + 1}`,
  ];
  const request = action(actionUrl, 'datastore_search_sql', { sql: sql.filter(Boolean).join(' ') });
  const reply = await sources.fetch(card, { as: 'json', ...request });
  const takesNoSql =
    !reply.ok && (reply.kind === 'error_in_body' || reply.kind === 'refused' || noSql.has(reply.status));
  if (takesNoSql) return searchRows(sources, card, query);
  const found = parseReply(sources, card, reply, RowsSchema, { citation: query.citation });
  if (!hasData(found)) return found;
  const { records, records_truncated } = found.data.result;
  const missing = records.length > limit || records_truncated ? cutAt(limit) : undefined;
  return listLookup(
    records.slice(0, limit).map((row) => pick(row, columns)),
    found.citation,
    missing,
  );
}
