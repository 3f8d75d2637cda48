import type { FakeUpstream, UpstreamReply, UpstreamRequest } from './fake-upstream.ts';
import { daysBefore, type PastDays, type Placed, planted } from './tables.ts';
import { matches, type TableRow } from './where.ts';

interface CkanTable {
  readonly cardId: string;
  readonly host: string;
  readonly resourceId: string;
  /** Package that lists the table, and the name it has there. */
  readonly package?: { readonly id: string; readonly name: string };
  readonly rows: (past: PastDays) => readonly Placed[];
  /** Columns that this portal keeps as text although they hold numbers. */
  readonly textColumns?: readonly string[];
  /** Portals switch SQL off: the action is then not known (HTTP 400, CKAN's own test of `sqlsearch.enabled`). */
  readonly withoutSql?: boolean;
}

const failed = (status: number, type: string): UpstreamReply => ({
  status,
  body: { success: false, error: { __type: type, message: 'synthetic refusal' } },
});
/** CKAN answers a question that PostgreSQL refuses with 409 and `success: false`. */
const conflict = failed(409, 'Validation Error');

const code = (column: string) => `c_${Buffer.from(column, 'utf8').toString('hex')}`;
const coded = (row: TableRow): TableRow =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [code(column), value]));

const select =
  /^SELECT (.+?) FROM "([0-9a-f-]{36})"(?: WHERE (.+?))?(?: ORDER BY "(.+?)" DESC NULLS LAST)? LIMIT (\d+)$/;
const asNumber = /\(CASE WHEN ("[^"]+") ~ '\^-\?\[0-9\]\+\(\[\.\]\[0-9\]\+\)\?\$' THEN \1::float8 END\)/g;

const newest = (column: string) => (a: Placed, b: Placed) =>
  String(b.columns[column] ?? '').localeCompare(String(a.columns[column] ?? ''), 'en');

function answered(fields: object, rows: readonly Placed[], columns: readonly string[], total: number): UpstreamReply {
  return {
    body: {
      success: true,
      result: {
        fields,
        records: rows.map(({ columns: row }) => ({
          ...Object.fromEntries(columns.map((column) => [column, row[column] ?? null])),
          ...planted,
        })),
        total,
      },
    },
  };
}

const fieldsOf = ({ textColumns = [] }: CkanTable, row: TableRow) => [
  { id: '_id', type: 'int' },
  ...Object.entries(row).map(([id, value]) => ({
    id,
    type: typeof value === 'number' && !textColumns.includes(id) ? 'numeric' : 'text',
  })),
];

function bySql(table: CkanTable, all: readonly Placed[], sql: string): UpstreamReply | undefined {
  const [, columns = '', resource, where = '', by, limit] = select.exec(sql) ?? [];
  if (resource !== table.resourceId) return resource ? undefined : conflict;
  const known = all[0]?.columns ?? {};
  const wanted = columns.split(', ').map((column) => column.replace(/^"|"$/g, ''));
  if ([...wanted, ...(by ? [by] : [])].some((column) => !(column in known))) return conflict;
  const isText = (column: string) => fieldsOf(table, known).some(({ id, type }) => id === column && type === 'text');
  const plain = where.replace(asNumber, '$1#');
  // PostgreSQL compares no text with a number, and casts no number with a pattern for text
  const compared = [...plain.matchAll(/"([^"]+)"(#?) BETWEEN/g)];
  if (compared.some(([, column = '', cast]) => isText(column) !== (cast === '#'))) return conflict;
  const condition = plain.replaceAll('"#', '"').replace(/"([^"]+)"/g, (_, column: string) => code(column));
  try {
    const rows = all.filter(({ columns: row }) => condition === '' || matches(condition, coded(row)));
    const sorted = by ? rows.toSorted(newest(by)) : rows;
    return answered(fieldsOf(table, known), sorted.slice(0, Number(limit)), wanted, rows.length);
  } catch {
    return conflict;
  }
}

function bySearch(table: CkanTable, all: readonly Placed[], query: URLSearchParams): UpstreamReply | undefined {
  if (query.get('resource_id') !== table.resourceId) return undefined;
  const known = all[0]?.columns ?? {};
  const wanted = query.get('fields')?.split(',') ?? Object.keys(known);
  const filters = Object.entries(JSON.parse(query.get('filters') ?? '{}') as Record<string, unknown>);
  const sort = /^"(.+)" desc$/.exec(query.get('sort') ?? '')?.[1];
  const named = [...wanted, ...filters.map(([column]) => column), ...(sort ? [sort] : [])];
  if (named.some((column) => !(column in known))) return conflict;
  const rows = all.filter(({ columns }) =>
    filters.every(([column, values]) => [values].flat().map(String).includes(String(columns[column]))),
  );
  const sorted = sort ? rows.toSorted(newest(sort)) : rows;
  return answered(fieldsOf(table, known), sorted.slice(0, Number(query.get('limit') ?? 100)), wanted, rows.length);
}

/**
 * Fake upstream of one table of a CKAN datastore: `package_show`, `datastore_search` and `datastore_search_sql` as CKAN's
 * documentation of the DataStore shows them and public clients of data.boston.gov and data.wprdc.org read them (`success`,
 * `result.fields[{id,type}]`, `result.records`, `result.total`; coordinates of Boston's crimes are cast from text there).
 */
export function ckanTable(table: CkanTable): FakeUpstream {
  return {
    cardId: table.cardId,
    hosts: [table.host],
    respond({ path, query, now }: UpstreamRequest) {
      const all = table.rows(daysBefore(now));
      switch (path.replace(/^\/api\/3\/action\//, '')) {
        case 'package_show': {
          const { id, name } = table.package ?? {};
          if (id === undefined || query.get('id') !== id) return undefined;
          const old = {
            id: `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`,
            name: `${name} 1999`,
            datastore_active: true,
          };
          const paper = {
            id: 'a-pdf',
            name: `${name} dictionary`,
            datastore_active: false,
            last_modified: '2099-01-01',
          };
          const own = { id: table.resourceId, name: `${name} ${now.getUTCFullYear()}`, datastore_active: true };
          return { body: { success: true, result: { resources: [old, paper, own] } } };
        }
        case 'datastore_search':
          return bySearch(table, all, query);
        case 'datastore_search_sql':
          if (!(query.get('sql') ?? '').includes(table.resourceId)) return undefined;
          return table.withoutSql
            ? { status: 400, body: 'Bad request - Action name not known: datastore_search_sql' }
            : bySql(table, all, query.get('sql') ?? '');
        default:
          return undefined;
      }
    },
  };
}
