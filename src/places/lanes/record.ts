import type { RawRow } from '../../fields/scope.ts';
import { pickFields } from '../../fields/table.ts';
import { distanceMeters } from '../../geometry/geo.ts';
import type { Citation } from '../../kernel/citation.ts';
import { defined } from '../../kernel/defined.ts';
import { fillPage } from '../../kernel/pages.ts';
import type { PlaceRecord } from '../../kernel/record.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { cleanText } from '../../kernel/text.ts';
import type { LaneSource } from '../schema/jurisdiction.ts';
import { columnsOfField, columnsOfFields, type LaneFields } from '../schema/lane-table.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import type { LaneRow } from './asking.ts';

type Cell = string | number;

const encoded = (value: Cell) => encodeURIComponent(value).replaceAll("'", '%27');
/** A value as SQL has it, encoded for an address; a quote inside a text is doubled. */
const literal = (value: Cell) =>
  typeof value === 'number' ? String(value) : `'${encoded(value.replaceAll("'", "''"))}'`;
const condition = (cells: readonly (readonly [string, Cell])[]) =>
  cells.map(([column, value]) => `${column}=${literal(value)}`).join('%20AND%20');

/** The columns that make up a record's id, with what the row has in them; undefined where one is missing. */
function idCells(source: LaneSource, attributes: RawRow): readonly (readonly [string, Cell])[] | undefined {
  const columns = columnsOfField(source, 'recordId');
  const cells = columns.flatMap((column) => {
    const value = attributes[column];
    return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
      ? [[column, value] as const]
      : [];
  });
  return cells.length > 0 && cells.length === columns.length ? cells : undefined;
}

/** How the platforms show one row to anyone who opens an address; only the columns that are kept here are requested. */
const rowPages: Readonly<
  Record<string, (source: LaneSource, queried: string, cells: readonly (readonly [string, Cell])[]) => string>
> = {
  arcgis: (source, layer, cells) =>
    `${layer}/query?where=${condition(cells)}&outFields=${columnsOfFields(source).join(',')}&returnGeometry=false&f=html`,
  socrata: (source, endpoint, cells) =>
    `${endpoint}?${cells.map(([column, value]) => `${column}=${encoded(value)}`).join('&')}&$select=${columnsOfFields(source).join(',')}`,
  ckan: (source, table, cells) =>
    `${table}&filters=${encodeURIComponent(JSON.stringify(Object.fromEntries(cells)))}&fields=${encodeURIComponent(columnsOfFields(source).join(','))}`,
  opendatasoft: (source, endpoint, cells) =>
    `${endpoint}?where=${cells.map(([column, value]) => `${column}%3D%22${encoded(value)}%22`).join('%20and%20')}&select=${columnsOfFields(source).join(',')}`,
  carto: (source, endpoint, cells) =>
    `${endpoint}?q=SELECT%20${columnsOfFields(source).join(',')}%20FROM%20${source.table}%20WHERE%20${condition(cells)}`,
};

/**
 * Page of one record: the address that the record itself names, else the publisher's page by the template of the source,
 * else the row as its platform shows it. Undefined where the record has no number of its own.
 */
export function recordPageOf(
  source: LaneSource,
  row: { readonly attributes: RawRow; readonly fields: LaneFields; readonly queried: string },
): string | undefined {
  const { recordUrl } = row.fields;
  const page = recordUrl ?? fillPage(source.recordPage, row.fields);
  if (page !== undefined) return page;
  const cells = idCells(source, row.attributes);
  return cells && rowPages[source.platform]?.(source, row.queried, cells);
}

// a block is about 200 m long: nothing finer is known of what lies in it
const buckets = [250, 500, 1000, 2000, 5000] as const;

/** Distance as a range, for records that are known to their block only. */
function distanceBucket(meters: number): string {
  const upper = buckets.find((bound) => meters <= bound);
  if (upper === undefined) return `over ${buckets[buckets.length - 1]} m`;
  return `within ${upper} m`;
}

const words = (value: unknown) => (value === undefined ? undefined : cleanText(String(value)));

/**
 * A lane's row as the published Record. A record that is known to its block carries a distance range instead of a
 * distance in meters. The source states what it measures where the registry entry says so.
 */
export function toRecord(
  row: LaneRow,
  configured: ConfiguredLane,
  options: { readonly citation: Citation; readonly from?: GeoPoint },
): PlaceRecord {
  const { source, card } = configured;
  const { citation, from } = options;
  const type = words(row.fields.type);
  const title = words(row.fields.title) ?? type ?? `${source.name} record`;
  const far = from && row.point ? distanceMeters(from, row.point) : undefined;
  const isExact = source.locationPrecision === 'exact';
  return defined({
    id: `${source.cardId}:${row.recordId ?? cleanText(`${row.occurredAt ?? ''} ${title}`, 80)}`,
    category: source.category ?? ('service_request' as const),
    title: cleanText(title, 500),
    occurredAt: row.occurredAt,
    distanceMeters: far !== undefined && isExact ? Math.round(far) : undefined,
    distanceBucket: far !== undefined && !isExact ? distanceBucket(far) : undefined,
    locationPrecision: source.locationPrecision,
    status: words(row.fields.status),
    description: words(row.fields.description),
    tags: type && type !== title ? [type] : [],
    source: {
      sourceName: card.name,
      ...pickFields(row, 'recordId', 'recordUrl'),
      ...pickFields(citation, 'sourceUrl', 'fetchedAt', 'licenseNote'),
      ...(source.bias && { biasProfile: source.bias }),
    },
  });
}
