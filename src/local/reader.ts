import { distanceMeters } from '../kernel/geo.ts';
import type { Lane } from '../kernel/jurisdiction.ts';
import { identifierFields } from '../kernel/lane-fields.ts';
import { hasData, type Lookup, mapLookup } from '../kernel/lookup.ts';
import type { ConfiguredLane } from '../kernel/ports/jurisdictions.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import type { GeoPoint } from '../kernel/subject.ts';
import { numberOf } from '../kernel/text.ts';
import { centroidOf, pointOf, queryLayer, resolveLayer } from '../sources/drivers/arcgis.ts';
import { queryCarto } from '../sources/drivers/carto.ts';
import { querySocrata } from '../sources/drivers/socrata.ts';
import { wrongShape } from '../sources/shared/lookup.ts';
import { type Attributes, columnsOfSource, type LaneFields, readFields } from './fields.ts';
import { type CleanValue, cleanValuesOf } from './free-text.ts';
import { type LaneQuery, type Plan, planQuery } from './plan.ts';

export type { LaneQuery } from './plan.ts';

/** One record of a configured lane: allow-listed values under published names. */
export interface LaneRow<L extends Lane = Lane> {
  readonly fields: LaneFields<L>;
  readonly recordId?: string;
  readonly point?: GeoPoint;
  /** Esri geometry in WGS84, where it was asked for. */
  readonly geometry?: unknown;
  /** Calendar day. */
  readonly occurredAt?: string;
}

type Asked = Exclude<Plan, { by: 'refused' }>;

function pointFrom(latitude: unknown, longitude: unknown): GeoPoint | undefined {
  const [lat, lon] = [numberOf(latitude), numberOf(longitude)];
  if (lat === undefined || lon === undefined || (lat === 0 && lon === 0)) return undefined;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { latitude: lat, longitude: lon } : undefined;
}

/**
 * Socrata writes a location as a GeoJSON point, as {latitude, longitude} in text, or as several points; all are current.
 * Of several points the nearest to the asked one stands for the record.
 */
export function locationOf(value: unknown, near?: GeoPoint): GeoPoint | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { coordinates, latitude, longitude } = value as Record<string, unknown>;
  if (!Array.isArray(coordinates)) return pointFrom(latitude, longitude);
  if (!Array.isArray(coordinates[0])) return pointFrom(coordinates[1], coordinates[0]);
  const points = coordinates.flatMap((pair: unknown) => (Array.isArray(pair) && pointFrom(pair[1], pair[0])) || []);
  if (near) points.sort((a, b) => distanceMeters(near, a) - distanceMeters(near, b));
  return near || points.length === 1 ? points[0] : undefined;
}

type ToRow = (attributes: Attributes, geometry: unknown, near?: GeoPoint) => LaneRow;

function toRow(
  attributes: Attributes,
  geometry: unknown,
  configured: ConfiguredLane,
  clean: CleanValue,
  near?: GeoPoint,
): LaneRow {
  const { source } = configured;
  const { latitude, longitude, ...fields } = readFields(attributes, source, clean);
  const column = source.query.radius?.column;
  const point =
    pointFrom(latitude, longitude) ??
    (column ? locationOf(attributes[column], near) : undefined) ??
    (geometry ? (pointOf(geometry) ?? centroidOf(geometry)) : undefined);
  return {
    fields,
    ...(fields.recordId !== undefined && { recordId: String(fields.recordId) }),
    ...(point && { point }),
    ...(geometry !== undefined && { geometry }),
    ...(typeof fields.occurredAt === 'string' && { occurredAt: fields.occurredAt }),
  };
}

/** Bounds that the source could not apply itself: the circle of a box, and periods of dates kept as text. */
function bounded(
  rows: readonly LaneRow[],
  configured: ConfiguredLane,
  query: LaneQuery,
  plan: Asked,
): readonly LaneRow[] {
  const { dateType, radius } = configured.source.query;
  const boxed = plan.by === 'radius' && configured.source.platform !== 'arcgis' && !radius?.column;
  return rows.filter((row) => {
    if (boxed && plan.point && plan.radiusMeters !== undefined) {
      if (!row.point || distanceMeters(plan.point, row.point) > plan.radiusMeters) return false;
    }
    if (dateType !== 'text' || (!query.since && !query.until)) return true;
    if (!row.occurredAt) return false;
    return (!query.since || row.occurredAt >= query.since) && (!query.until || row.occurredAt <= query.until);
  });
}

async function readArcgis(
  sources: SourceAccess,
  configured: ConfiguredLane,
  query: LaneQuery,
  plan: Asked,
  toRow: ToRow,
) {
  const { source, card } = configured;
  let layerUrl = source.endpoint;
  let layerName: string | undefined;
  if (source.resolve.by === 'newest-layer-by-name' || source.resolve.by === 'layer-by-name') {
    const layer =
      source.resolve.by === 'newest-layer-by-name'
        ? await resolveLayer(sources, card, source.endpoint, new RegExp(source.resolve.pattern), 'newest')
        : await resolveLayer(sources, card, source.endpoint, source.resolve.name);
    if (!hasData(layer)) return layer;
    layerUrl = layer.data.url;
    layerName = layer.data.name;
  }
  const found = await queryLayer(sources, card, {
    layerUrl,
    outFields: columnsOfSource(source),
    geometry: query.geometry ?? plan.by === 'radius',
    limit: query.limit ?? 200,
    ...(layerName && { citation: { sourceDate: layerName } }),
    ...(plan.point && { point: plan.point }),
    ...(plan.by === 'radius' && plan.radiusMeters !== undefined && { radiusMeters: plan.radiusMeters }),
    ...(plan.where.length > 0 && { where: plan.where.join(' AND ') }),
    ...(source.query.order && { orderBy: source.query.order }),
    ...(source.pageSize && { pageSize: source.pageSize }),
  });
  return mapLookup(found, (rows) => rows.map((row) => toRow(row.attributes, row.geometry)));
}

async function readSocrata(
  sources: SourceAccess,
  configured: ConfiguredLane,
  query: LaneQuery,
  plan: Asked,
  toRow: ToRow,
) {
  const { source, card } = configured;
  const column = source.query.radius?.column;
  const found = await querySocrata(sources, card, {
    endpoint: source.endpoint,
    select: [...columnsOfSource(source), ...(column ? [column] : [])],
    limit: query.limit ?? 200,
    ...(plan.where.length > 0 && { where: plan.where.join(' AND ') }),
    ...(plan.by === 'radius' &&
      column &&
      plan.point &&
      plan.radiusMeters !== undefined && { within: { column, point: plan.point, radiusMeters: plan.radiusMeters } }),
    ...(source.query.order && { order: source.query.order }),
  });
  return mapLookup(found, (rows) => rows.map((row) => toRow(row, undefined, plan.point)));
}

async function readCarto(
  sources: SourceAccess,
  configured: ConfiguredLane,
  query: LaneQuery,
  plan: Asked,
  toRow: ToRow,
) {
  const { source, card } = configured;
  const column = source.query.radius?.column;
  const found = await queryCarto(sources, card, {
    sqlUrl: source.endpoint,
    table: source.table ?? '',
    select: [
      ...columnsOfSource(source),
      ...(column ? [`ST_Y(${column}) AS lane_latitude`, `ST_X(${column}) AS lane_longitude`] : []),
    ],
    limit: query.limit ?? 200,
    ...(plan.where.length > 0 && { where: plan.where.join(' AND ') }),
    ...(plan.by === 'radius' &&
      column &&
      plan.point &&
      plan.radiusMeters !== undefined && { within: { column, point: plan.point, radiusMeters: plan.radiusMeters } }),
    ...(source.query.order && { order: source.query.order }),
  });
  return mapLookup(found, (rows) =>
    rows.map((row) => {
      const { lane_latitude: latitude, lane_longitude: longitude, ...attributes } = row;
      const point = pointFrom(latitude, longitude);
      return { ...toRow(attributes, undefined), ...(point && { point }) };
    }),
  );
}

/** An identifier as registers write one: a word or a few, not a sentence. */
const identifier = /^[\p{L}\p{N}#(][^\p{C}"“”<>]{0,63}$/u;
const mostWords = 6;

function isIdentified({ fields }: LaneRow): boolean {
  return identifierFields.every((name) => {
    const id = (fields as Readonly<Record<string, unknown>>)[name];
    return typeof id !== 'string' || (identifier.test(id) && id.split(' ').length <= mostWords);
  });
}

/** Rows whose identifiers are identifiers: one that is none makes its row a wrong shape, and all of them the reply. */
function identified({ card }: ConfiguredLane, found: Lookup<readonly LaneRow[]>): Lookup<readonly LaneRow[]> {
  if (!hasData(found)) return found;
  const sound = found.data.filter(isIdentified);
  const leftOut = found.data.length - sound.length;
  if (leftOut === 0) return found;
  if (sound.length === 0) return wrongShape(card);
  const reason = `${leftOut} of ${found.data.length} rows have an identifier that is none and were left out`;
  return { ...found, state: 'partial', data: sound, reason: 'reason' in found ? `${found.reason} ${reason}` : reason };
}

const readers = { arcgis: readArcgis, socrata: readSocrata, carto: readCarto } as const;
const isRead = (platform: string): platform is keyof typeof readers => platform in readers;

/**
 * Asks one configured source of a lane. The registry entry decides how: by key, by street line, by radius, or exactly at a
 * point, whichever of these the question carries first and the source takes. Only allow-listed columns are requested.
 * A question that the source does not take is `not_covered`; a failure is `unavailable`; a page limit is `partial`.
 */
export async function readLane<L extends Lane>(
  sources: SourceAccess,
  configured: ConfiguredLane<L>,
  query: LaneQuery<L>,
): Promise<Lookup<readonly LaneRow<L>[]>> {
  // a row has the names of its source and so of its lane
  return (await readAny(sources, configured, query)) as Lookup<readonly LaneRow<L>[]>;
}

async function readAny(
  sources: SourceAccess,
  configured: ConfiguredLane,
  query: LaneQuery,
): Promise<Lookup<readonly LaneRow[]>> {
  const plan = planQuery(configured.source, query);
  if (plan.by === 'refused') return { state: 'not_covered', source: configured.card.name, reason: plan.reason };
  const { platform } = configured.source;
  if (!isRead(platform)) {
    return {
      state: 'not_covered',
      source: configured.card.name,
      reason: `${configured.card.name} is not read record by record.`,
    };
  }
  const clean = await cleanValuesOf(configured.source);
  const read = await readers[platform](sources, configured, query, plan, (attributes, geometry, near) =>
    toRow(attributes, geometry, configured, clean, near),
  );
  const found = identified(configured, read);
  if (!hasData(found)) return found;
  const rows = bounded(found.data, configured, query, plan);
  if (rows.length > 0) return { ...found, data: rows };
  // all rows fell outside the bounds that we applied: complete reading is empty, a cut one proves nothing
  return found.state === 'found' ? { state: 'empty', citation: found.citation } : { ...found, data: rows };
}
