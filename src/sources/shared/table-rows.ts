import { localDay } from '../../fields/dates.ts';
import { type RawRow, type Refusal, refusalSentences } from '../../fields/scope.ts';
import type { Fields, RowOf, Table } from '../../fields/table.ts';
import { distanceMeters } from '../../geometry/geo.ts';
import { distanceToLine } from '../../geometry/lines.ts';
import type { MappedShape } from '../../geometry/overlay.ts';
import { arrange, type Near, type Positioned } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup, mapLookup, mapRows, partly } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { centroidOf, type LayerQuery, type LayerRow, pointOf, queryLayer } from '../drivers/arcgis.ts';
import { ringsOf } from '../drivers/esri.ts';
import type { SourceId } from '../ids.generated.ts';
import { wrongShape } from './lookup.ts';

/** A table of a source: the card is that of its id. */
export type SourceTable<F extends Fields> = Table<F, SourceId>;

interface RowOptions<R, T, U> {
  readonly columnsOf: (row: R) => Readonly<Record<string, unknown>>;
  /** What is published of a row; undefined for a row that cannot be read. What it refuses goes into `refusals`. */
  readonly map: (read: T, row: R, refusals: Refusal[]) => U | undefined;
  /** IANA name of the time zone of the place, where a moment becomes a calendar day. */
  readonly zone?: string | undefined;
}

/**
 * Rows of a reply by one reader, which gives undefined where a row does not say what it has to. Such rows are counted:
 * the rest is `partial` and says how many are missing, and where no row reads the source has another shape.
 */
export function readRows<R, T>(
  sources: Pick<SourceAccess, 'refuse'>,
  card: SourceCard,
  found: Lookup<readonly R[]>,
  read: (row: R) => T | undefined,
): Lookup<readonly T[]> {
  if (!hasData(found)) return found;
  const rows = found.data.flatMap((row) => read(row) ?? []);
  const unread = found.data.length - rows.length;
  if (unread === 0) return { ...found, data: rows };
  if (rows.length === 0) return wrongShape(sources, card);
  const reason = `${unread} of ${found.data.length} rows could not be read and are left out.`;
  return partly({ ...found, data: rows }, reason, 'failed');
}

/**
 * Rows of a reply as its field table publishes them. A row that lacks a required value is left out and makes the rest
 * `partial`; where no row can be read the reply has another shape (`unavailable`). A value that breaks the rules of its
 * field is left out of its row, counted, and named in the notes of the lookup.
 */
export function tableRows<F extends Fields, R, U = RowOf<Table<F>>>(
  sources: Pick<SourceAccess, 'refuse' | 'leftOut'>,
  card: SourceCard,
  table: Table<F>,
  found: Lookup<readonly R[]>,
  { columnsOf, map, zone }: RowOptions<R, RowOf<Table<F>>, U>,
): Lookup<readonly U[]> {
  const refusals: Refusal[] = [];
  const today = 'citation' in found ? localDay(new Date(found.citation.fetchedAt), zone) : undefined;
  const scope = { refusals, ...defined({ today, zone }) };
  const rows = readRows(sources, card, found, (row) => {
    const read = table.read(columnsOf(row), scope);
    return read && map(read, row, refusals);
  });
  if (refusals.length === 0 || !('data' in rows)) return rows;
  sources.leftOut(card, refusals);
  return { ...rows, notes: [...(rows.notes ?? []), ...refusalSentences(refusals)] };
}

/** The same for rows of a source that are plain objects. */
export const plainRows = <F extends Fields>(
  sources: Pick<SourceAccess, 'refuse' | 'leftOut'>,
  table: SourceTable<F>,
  found: Lookup<readonly RawRow[]>,
): Lookup<readonly RowOf<Table<F>>[]> =>
  tableRows(sources, sourceCard(table.id), table, found, { columnsOf: (row) => row, map: (row) => row });

export type TableQuery = Omit<LayerQuery, 'outFields'> & Pick<RowOptions<never, never, never>, 'zone'>;

const attributesOf = ({ attributes }: LayerRow) => attributes;

/** Rows of an ArcGIS layer as a field table publishes them; the layer is queried for the columns of the table. */
export async function layerRows<F extends Fields>(
  sources: SourceAccess,
  table: SourceTable<F>,
  { zone, ...query }: TableQuery,
): Promise<Lookup<readonly RowOf<Table<F>>[]>> {
  const found = await queryLayer(sources, sourceCard(table.id), { ...query, outFields: table.columns });
  return tableRows(sources, sourceCard(table.id), table, found, { columnsOf: attributesOf, map: (row) => row, zone });
}

/** The same with the position of each row's geometry, where it has one: a point, or the center of an area. */
export async function placedLayerRows<F extends Fields>(
  sources: SourceAccess,
  table: SourceTable<F>,
  { zone, ...query }: TableQuery,
): Promise<Lookup<readonly (RowOf<Table<F>> & { readonly at?: GeoPoint })[]>> {
  const found = await queryLayer(sources, sourceCard(table.id), { ...query, outFields: table.columns, geometry: true });
  return tableRows(sources, sourceCard(table.id), table, found, {
    columnsOf: attributesOf,
    zone,
    map: (row, { geometry }) => {
      const at = centroidOf(geometry);
      return { ...row, ...(at && { at }) };
    },
  });
}

/**
 * Rows of a layer with their distance in whole meters, nearest first: to a point, or to the nearest part of a line. A row
 * without a geometry is left out and makes the rest `partial`.
 */
export async function nearestLayerRows<F extends Fields>(
  sources: SourceAccess,
  table: SourceTable<F>,
  { zone, ...query }: TableQuery & { readonly point: GeoPoint },
): Promise<Lookup<readonly (RowOf<Table<F>> & { readonly distanceMeters: number })[]>> {
  const { point } = query;
  const found = await queryLayer(sources, sourceCard(table.id), { ...query, outFields: table.columns, geometry: true });
  const rows = tableRows(sources, sourceCard(table.id), table, found, {
    columnsOf: attributesOf,
    zone,
    map: (row, { geometry }) => {
      const at = pointOf(geometry);
      const distance = at ? distanceMeters(point, at) : distanceToLine(point, geometry);
      return distance === undefined ? undefined : { ...row, distanceMeters: Math.round(distance) };
    },
  });
  return mapLookup(rows, (all) => all.toSorted((a, b) => a.distanceMeters - b.distanceMeters));
}

/** The first row under each key: lines come in many pieces, of which the nearest counts. */
export const firstOfEach = <T>(found: Lookup<readonly T[]>, keyOf: (row: T) => string): Lookup<readonly T[]> =>
  mapLookup(found, (rows) => [...groupBy(rows, keyOf).values()].flatMap(([first]) => first ?? []));

/**
 * Rows of a layer as shapes on the ground. Rows without an outline are a wrong shape; rows that `read` gives nothing for
 * make the rest `partial`, since shares of some of the shapes say less than is mapped.
 */
export function shapesOf<R extends { readonly geometry?: unknown }, T>(
  sources: SourceAccess,
  card: SourceCard,
  found: Lookup<readonly R[]>,
  read: (row: R) => T | undefined,
): Lookup<readonly MappedShape<T>[]> {
  const isWhole = !hasData(found) || found.data.every(({ geometry }) => ringsOf(geometry).length > 0);
  if (!isWhole) return wrongShape(sources, card);
  return readRows(sources, card, found, (row) => {
    const of = read(row);
    return of === undefined ? undefined : { of, rings: ringsOf(row.geometry) };
  });
}

/** Areas of an ArcGIS layer, each with its outline and its row as a field table publishes it. */
export async function shapeRows<F extends Fields>(
  sources: SourceAccess,
  table: SourceTable<F>,
  { zone, ...query }: Omit<TableQuery, 'geometry'>,
): Promise<Lookup<readonly MappedShape<RowOf<Table<F>>>[]>> {
  const found = await queryLayer(sources, sourceCard(table.id), { ...query, outFields: table.columns, geometry: true });
  const outlined = shapesOf(sources, sourceCard(table.id), found, (row) => row);
  return tableRows(sources, sourceCard(table.id), table, outlined, {
    columnsOf: ({ of }) => of.attributes,
    map: (of, { rings }) => ({ of, rings }),
    zone,
  });
}

/** The rows within a radius of a point, nearest first with distance and direction; `empty` where none lies within it. */
export const nearestRows = <T extends Positioned>(
  found: Lookup<readonly T[]>,
  point: GeoPoint,
  radiusMeters: number,
): Lookup<readonly Near<T>[]> => mapRows(found, (rows) => arrange(rows, point, radiusMeters).near);
