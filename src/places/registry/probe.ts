import { held } from '../../kernel/answer-builder.ts';
import type { Probe } from '../../kernel/source-card.ts';
import type { LaneSource } from '../schema/jurisdiction.ts';
import { fieldsOfLane } from '../schema/lane-fields.ts';
import { columnsOfField, columnsOfFields } from '../schema/lane-table.ts';

/** Rows of a sample: enough that a few slips of a publisher's clerk do not hide the newest date. */
const sampleRows = 20;
const codeColumns = 2;
/** One value more than a list of codes has. */
const codeRows = 61;

/** The columns by which a source is queried, those of its other ways of being queried (`fallbacks`) among them. */
export function columnsQueried({ platform, query }: LaneSource): readonly string[] {
  const { key, keyParts = [], addressField, addressParts, dateField, radius, polygon, fallbacks = [] } = query;
  // a geometry of a SQL service is read through its functions, and not as a column
  const position = platform === 'carto' ? undefined : radius?.column;
  const parts = [keyParts, ...fallbacks.map((fallback) => fallback.keyParts ?? [])].flat().map(({ field }) => field);
  return held([key?.field, ...parts, addressField, ...Object.values(addressParts ?? {}), dateField, position, polygon]);
}

/** Every column that a question to the source names or reads, once; those that it may lack (`fallbacks`) left out. */
export function columnsRead(source: LaneSource): readonly string[] {
  const { fallbacks = [], ...query } = source.query;
  const optional = new Set(fallbacks.flatMap(({ without }) => without));
  const { keyParts: _parts, ...keyless } = query;
  const own = fallbacks.some(({ keyParts }) => keyParts) ? keyless : query;
  const named = [...columnsOfFields(source), ...columnsQueried({ ...source, query: own })];
  return [...new Set(named.filter((column) => !optional.has(column)))];
}

/** Rows with a date that can be one: blanks, and slips of the far future, would come first. */
function datedRows({ dateField, dateType = 'iso' }: LaneSource['query']): string | undefined {
  if (dateField === undefined || dateType === 'text') return undefined;
  const [from, until] = {
    epochMs: ["DATE '1900-01-01'", "DATE '2100-01-01'"],
    dateOnly: ["DATE '1900-01-01'", "DATE '2100-01-01'"],
    yyyymmdd: ["'19000101'", "'21000101'"],
    iso: ["'1900-01-01T00:00:00'", "'2100-01-01T00:00:00'"],
  }[dateType];
  return `${dateField} >= ${from} AND ${dateField} <= ${until}`;
}

interface Parts {
  readonly source: LaneSource;
  readonly columns: readonly string[];
  /** Conditions of the lane; undefined where it has none. */
  readonly where: string | undefined;
  readonly dated: string | undefined;
  readonly codes: readonly string[];
}

const both = (...conditions: readonly (string | undefined)[]): string =>
  conditions
    .filter((condition) => condition !== undefined)
    .map((condition, _, all) => (all.length > 1 ? `(${condition})` : condition))
    .join(' AND ');

const withQuery = (url: string, params: Readonly<Record<string, string>>) => `${url}?${new URLSearchParams(params)}`;

function arcgisProbe({ source, columns, where, dated, codes }: Parts): Probe {
  const { endpoint, resolve, query } = source;
  const url = `${endpoint}?f=json`;
  if (resolve.by === 'newest-service-by-name') return { url, expect: ['services.0.name'] };
  if (resolve.by !== 'none') return { url, expect: ['layers.0.name'] };
  const rows = { where: where ?? '1=1', returnGeometry: 'false', f: 'json' };
  const ask = (params: Readonly<Record<string, string>>) => withQuery(`${endpoint}/query`, { ...rows, ...params });
  return {
    url,
    expect: ['fields.0.name'],
    columns: [...columns],
    sample: {
      url: ask({
        ...(dated && { where: both(where, dated), orderByFields: `${query.dateField} DESC` }),
        outFields: columns.join(','),
        resultRecordCount: String(sampleRows),
      }),
      ...(dated && query.dateField && { dateColumn: query.dateField }),
    },
    count: {
      url: withQuery(`${endpoint}/query`, { where: rows.where, returnCountOnly: 'true', f: 'json' }),
      path: 'count',
    },
    codes: codes.map((column) => ({ column, url: ask({ outFields: column, returnDistinctValues: 'true' }) })),
  };
}

function socrataProbe({ source, columns, where, dated, codes }: Parts): Probe {
  const { endpoint, query } = source;
  const condition = both(where, dated);
  const only = where ? { $where: where } : {};
  const url = withQuery(endpoint, {
    $select: columns.join(','),
    ...(condition !== '' && { $where: condition }),
    ...(dated && { $order: `${query.dateField} DESC` }),
    $limit: String(sampleRows),
  });
  return {
    url,
    expect: [],
    columns: [...columns],
    sample: { url, ...(dated && query.dateField && { dateColumn: query.dateField }) },
    column: `${endpoint}?%24select={column}&%24limit=1`,
    count: { url: withQuery(endpoint, { $select: 'count(*) as n', ...only }), path: '0.n' },
    codes: codes.map((column) => ({
      column,
      url: withQuery(endpoint, {
        $select: `${column},count(*) as n`,
        ...only,
        $group: column,
        $limit: String(codeRows),
      }),
    })),
  };
}

function cartoProbe({ source, columns, where, dated }: Parts): Probe {
  const { endpoint, query, table } = source;
  const ask = (select: string, condition: string, rest: string) =>
    withQuery(endpoint, { q: `SELECT ${select} FROM ${table}${condition && ` WHERE ${condition}`}${rest}` });
  const order = dated ? ` ORDER BY ${query.dateField} DESC` : '';
  const url = ask(columns.join(', '), both(where, dated), `${order} LIMIT ${sampleRows}`);
  return {
    url,
    expect: ['rows'],
    columns: [...columns],
    sample: { url, ...(dated && query.dateField && { dateColumn: query.dateField }) },
    column: `${endpoint}?q=SELECT+{column}+FROM+${table}+LIMIT+1`,
    count: { url: ask('count(*) AS n', where ?? '', ''), path: 'rows.0.n' },
  };
}

/** A table is looked at by a row with exactly the columns that are read; a package by the list of its resources. */
function tableProbe({ source, columns }: Parts): Probe {
  const { endpoint, platform, resolve } = source;
  const select = columns.join(',');
  if (platform === 'opendatasoft') {
    const url = withQuery(endpoint, { select, limit: String(sampleRows) });
    return { url, expect: ['results'], columns: [...columns], count: { url, path: 'total_count' } };
  }
  const base = endpoint.replace(/\/[a-z_]+(\?.*)?$/, '');
  if (resolve.by === 'ckan-package') {
    return { url: withQuery(`${base}/package_show`, { id: resolve.package }), expect: ['result.resources.0.id'] };
  }
  const table = new URL(endpoint).searchParams.get('resource_id') ?? '';
  const url = withQuery(`${base}/datastore_search`, { resource_id: table, fields: select, limit: String(sampleRows) });
  return { url, expect: ['result.fields.0.id'], columns: [...columns], count: { url, path: 'result.total' } };
}

/**
 * The questions by which a lane's source is looked at: what its layer or table has, a few rows with exactly the columns
 * that the lane reads, the newest first, how many rows there are, and the codes of its status columns. None asks for a
 * person. A source that moves with its layers is queried for their list alone; undefined for platforms that are read whole.
 */
export function probeOf(source: LaneSource): Probe | undefined {
  const codes = Object.entries(fieldsOfLane(source.lane))
    .filter(([, { type }]) => type === 'code')
    .map(([name]) => columnsOfField(source, name))
    .flatMap((columns) => (columns.length === 1 ? columns : []));
  const parts: Parts = {
    source,
    columns: columnsRead(source),
    where: source.query.where,
    dated: datedRows(source.query),
    codes: [...new Set(codes)].slice(0, codeColumns),
  };
  if (source.platform === 'arcgis') return arcgisProbe(parts);
  if (source.platform === 'socrata') return socrataProbe(parts);
  if (source.platform === 'ckan' || source.platform === 'opendatasoft') return tableProbe(parts);
  return source.platform === 'carto' ? cartoProbe(parts) : undefined;
}
