import { distanceMeters } from '../../geometry/geo.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { queryCarto } from '../../sources/drivers/carto.ts';
import { centroidOf, esriPolygon, pointOf } from '../../sources/drivers/esri.ts';
import { querySocrata } from '../../sources/drivers/socrata.ts';
import { wrongShape } from '../../sources/shared/lookup.ts';
import { identifierFields } from '../schema/lane-fields.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { type Asked, type Asking, type LaneRow, locationOf, pointFrom, type Read, type ToRow } from './asking.ts';
import { type Attributes, columnsOfSource, readFields } from './fields.ts';
import { type CleanValue, cleanValuesOf } from './free-text.ts';
import { type LaneQuery, planQuery } from './plan.ts';
import { readArcgis } from './readers/arcgis.ts';
import { readCkan } from './readers/ckan.ts';
import { readCopy } from './readers/copy.ts';
import { readOpendatasoft } from './readers/opendatasoft.ts';
import { recordPageOf } from './record-page.ts';
import { isTable, planTable } from './table-plan.ts';

export { type LaneRow, locationOf } from './asking.ts';

/** What a citation says of one row: its number, and the page of it. */
export const recordOfRow = ({ recordId, recordUrl }: LaneRow) => ({
  ...(recordId !== undefined && { recordId, ...(recordUrl && { recordUrl }) }),
});

function toRow(
  { attributes, geometry, asked }: Read,
  { source }: ConfiguredLane,
  clean: CleanValue,
  near?: GeoPoint,
): LaneRow {
  const { latitude, longitude, ...fields } = readFields(attributes, source, clean);
  const recordUrl = recordPageOf(source, { attributes, fields, asked });
  const column = source.query.radius?.column;
  const point =
    pointFrom(latitude, longitude) ??
    (column ? locationOf(attributes[column], near) : undefined) ??
    (geometry ? (pointOf(geometry) ?? centroidOf(geometry)) : undefined);
  return {
    fields,
    ...(fields.recordId !== undefined && { recordId: String(fields.recordId) }),
    ...(recordUrl && { recordUrl }),
    ...(point && { point }),
    ...(geometry !== undefined && { geometry }),
    ...(typeof fields.occurredAt === 'string' && { occurredAt: fields.occurredAt }),
  };
}

/**
 * Bounds that the source could not apply itself: the circle of a box, and periods of dates kept as text. A row whose
 * date cannot be read belongs to no period: it is left out and counted.
 */
function bounded(rows: readonly LaneRow[], configured: ConfiguredLane, query: LaneQuery, plan: Asked) {
  const { dateType, radius } = configured.source.query;
  const boxed = plan.by === 'radius' && configured.source.platform !== 'arcgis' && !radius?.column;
  const near = rows.filter(({ point }) => {
    if (!boxed || !plan.point || plan.radiusMeters === undefined) return true;
    return point !== undefined && distanceMeters(plan.point, point) <= plan.radiusMeters;
  });
  if (dateType !== 'text' || (!query.since && !query.until)) return { kept: near, undated: 0 };
  const dated = near.flatMap((row) => (row.occurredAt ? [{ row, day: row.occurredAt }] : []));
  const kept = dated
    .filter(({ day }) => (!query.since || day >= query.since) && (!query.until || day <= query.until))
    .map(({ row }) => row);
  return { kept, undated: near.length - dated.length };
}

async function readSocrata({ sources, configured, query, plan, toRow }: Asking) {
  const { source, card } = configured;
  const { polygon, radius } = source.query;
  const column = radius?.column;
  const found = await querySocrata(sources, card, {
    endpoint: source.endpoint,
    select: [...columnsOfSource(source), ...(column ? [column] : []), ...(polygon && query.geometry ? [polygon] : [])],
    limit: query.limit ?? 200,
    ...(plan.where.length > 0 && { where: plan.where.join(' AND ') }),
    ...(plan.by === 'radius' &&
      column &&
      plan.point &&
      plan.radiusMeters !== undefined && { within: { column, point: plan.point, radiusMeters: plan.radiusMeters } }),
    ...(plan.by === 'point' && polygon && plan.point && { at: { column: polygon, point: plan.point } }),
    ...(source.query.order && { order: source.query.order }),
  });
  const shape = (row: Attributes) => (polygon ? esriPolygon(row[polygon]) : undefined);
  const asked = source.endpoint;
  return mapLookup(found, (rows) =>
    rows.map((attributes) => toRow({ attributes, geometry: shape(attributes), asked }, plan.point)),
  );
}

async function readCarto({ sources, configured, query, plan, toRow }: Asking) {
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
      return { ...toRow({ attributes, asked: source.endpoint }), ...(point && { point }) };
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
function identified(sources: SourceAccess, { card }: ConfiguredLane, found: Rows): Rows {
  if (!hasData(found)) return found;
  const sound = found.data.filter(isIdentified);
  const leftOut = found.data.length - sound.length;
  if (leftOut === 0) return found;
  if (sound.length === 0) return wrongShape(sources, card);
  const reason = `${leftOut} of ${found.data.length} rows have an identifier that is none and were left out`;
  return { ...found, state: 'partial', data: sound, reason: 'reason' in found ? `${found.reason} ${reason}` : reason };
}

const isReadable = ({ fields }: LaneRow) => Object.values(fields).some((value) => value !== undefined);

const readers = {
  arcgis: readArcgis,
  socrata: readSocrata,
  carto: readCarto,
  ckan: readCkan,
  opendatasoft: readOpendatasoft,
  csv: readCopy,
  gtfs: readCopy,
} as const;
const isRead = (platform: string): platform is keyof typeof readers => platform in readers;

type Rows = Lookup<readonly LaneRow[]>;

/** What a source gives that its publisher no longer keeps up; a part of it stays a part, and says both. */
function aged(found: Rows, frozen: string | undefined): Rows {
  if (frozen === undefined) return found;
  if (found.state === 'found') return { ...found, state: 'stale', reason: frozen };
  if (found.state === 'empty') return { ...found, reason: frozen };
  return found.state === 'partial' ? { ...found, reason: `${found.reason} ${frozen}` } : found;
}

/**
 * Asks one configured source of a lane one question, in the way that the source takes: by key, by street line, by radius,
 * or exactly at a point. Only allow-listed columns are requested. A question that the source does not take is
 * `not_covered`; a failure is `unavailable`; a page limit, or a record whose date cannot be read, is `partial`.
 */
export async function askLane(sources: SourceAccess, configured: ConfiguredLane, query: LaneQuery): Promise<Rows> {
  const plan = (isTable(configured.source) ? planTable : planQuery)(configured.source, query);
  if (plan.by === 'refused') return { state: 'not_covered', source: configured.card.name, reason: plan.reason };
  const { platform } = configured.source;
  if (!isRead(platform)) {
    return {
      state: 'not_covered',
      source: configured.card.name,
      reason: `${configured.card.name} is not read record by record.`,
    };
  }
  const { frozen } = configured.source.freshness;
  const clean = await cleanValuesOf(configured.source);
  const asRow: ToRow = (read, near) => toRow(read, configured, clean, near);
  const read = await readers[platform]({ sources, configured, query, plan, toRow: asRow });
  const found = aged(identified(sources, configured, read), frozen);
  if (!hasData(found)) return found;
  // records none of which has a readable value are another shape, not records that leave everything open
  if (found.data.length > 0 && !found.data.some(isReadable)) return wrongShape(sources, configured.card);
  const { kept, undated } = bounded(found.data, configured, query, plan);
  if (undated > 0) {
    const reason = `${undated} of ${found.data.length} records have no date that can be read and are in no period.`;
    const before = 'reason' in found ? `${found.reason} ` : '';
    return { state: 'partial', data: kept, citation: found.citation, reason: `${before}${reason}` };
  }
  if (kept.length > 0) return { ...found, data: kept };
  // all rows fell outside the bounds that we applied: complete reading is empty, a cut one proves nothing
  return found.state === 'partial' ? { ...found, data: kept } : { state: 'empty', citation: found.citation };
}
