import { positionOf } from '../../fields/define.ts';
import type { Refusal } from '../../fields/scope.ts';
import { distanceMeters } from '../../geometry/geo.ts';
import { hasData, type Lookup, partly } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { centroidOf, pointOf, ringsOf } from '../../sources/drivers/esri.ts';
import { wrongShape } from '../../sources/shared/lookup.ts';
import { tableRows } from '../../sources/shared/table-rows.ts';
import { fieldsOfLane } from '../schema/lane-fields.ts';
import { type LaneFields, laneTable, unitOf } from '../schema/lane-table.ts';
import { type ConfiguredLane, zoneOf } from '../schema/port.ts';
import { type Asked, type Asking, type LaneRow, type LaneRows, locationOf, type Read, type Reader } from './asking.ts';
import { freeTextCleaner } from './free-text.ts';
import { lotAreaRefusal } from './outline-area.ts';
import type { LaneQuery } from './plan.ts';
import { readArcgis } from './readers/arcgis.ts';
import { readCkan } from './readers/ckan.ts';
import { readCopy } from './readers/copy.ts';
import { readCarto, readOpendatasoft, readSocrata } from './readers/socrata.ts';
import { recordPageOf } from './record.ts';
import { planOf } from './table-plan.ts';

export type { LaneRow } from './asking.ts';

/** What a citation says of one row: its number, and the page of it. */
export const recordOfRow = ({ recordId, recordUrl }: LaneRow) => ({
  ...(recordId !== undefined && { recordId, ...(recordUrl && { recordUrl }) }),
});

/** A position may miss the circle of the query by its own width, and by how coarsely publishers place records. */
const outsideFactor = 2;
const outsideMeters = 1000;

/** Whether a position of a row contradicts the query that the row answered. */
const isOutside = (at: GeoPoint, { by, point, radiusMeters = 0 }: Asked) =>
  by === 'radius' && point !== undefined && distanceMeters(point, at) > outsideFactor * radiusMeters + outsideMeters;

/** Where a record lies; a position that its source states outside of the area of the query is refused. */
function pointOfRow(
  values: Readonly<Record<string, unknown>>,
  { attributes, geometry, point: computed }: Read,
  { configured, plan }: Asking,
  refusals: Refusal[],
): GeoPoint | undefined {
  const column = configured.source.query.radius?.column;
  const stated =
    computed ??
    positionOf([values.latitude, values.longitude]) ??
    (column ? locationOf(attributes[column], plan.point) : undefined);
  if (stated && isOutside(stated, plan)) {
    refusals.push({ field: 'position', why: 'area', reason: 'it lies outside of the area of the query' });
    return undefined;
  }
  return stated ?? (geometry ? (pointOf(geometry) ?? centroidOf(geometry)) : undefined);
}

function toRow(values: Readonly<Record<string, unknown>>, read: Read, asking: Asking, refusals: Refusal[]): LaneRow {
  const { source } = asking.configured;
  const { latitude: _latitude, longitude: _longitude, lotArea, ...others } = values;
  const misfit = lotAreaRefusal(lotArea, unitOf(source, 'lotArea'), ringsOf(read.geometry));
  if (misfit) refusals.push(misfit);
  const { dated } = laneTable(source);
  const occurredAt = dated && others[dated.field];
  // a table has the names of its lane and their types
  const fields = {
    ...others,
    ...(lotArea !== undefined && !misfit && { lotArea }),
    ...(occurredAt !== undefined && { occurredAt }),
  } as LaneFields;
  const recordUrl = recordPageOf(source, { attributes: read.attributes, fields, queried: read.queried });
  const point = pointOfRow(values, read, asking, refusals);
  return {
    fields,
    ...(fields.recordId !== undefined && { recordId: fields.recordId }),
    ...(recordUrl && { recordUrl }),
    ...(point && { point }),
    ...(read.geometry !== undefined && { geometry: read.geometry }),
    ...(dated && typeof occurredAt === 'string' && { occurredAt, datedBy: dated.means }),
  };
}

/**
 * Bounds that the source could not apply itself: the circle of a box, and days of the place. Of a column that the source
 * cannot compare at all, a row whose date cannot be read belongs to no period: it is left out and counted.
 */
function bounded(rows: readonly LaneRow[], { configured, query, plan }: Asking) {
  const { dateField, dateType, radius } = configured.source.query;
  const boxed = plan.by === 'radius' && configured.source.platform !== 'arcgis' && !radius?.column;
  const near = rows.filter(({ point }) => {
    if (!boxed || !plan.point || plan.radiusMeters === undefined) return true;
    return point !== undefined && distanceMeters(plan.point, point) <= plan.radiusMeters;
  });
  const { since = '', until = '9999' } = query;
  if (dateField === undefined || (!query.since && !query.until)) return { kept: near, undated: 0 };
  const dated = dateType === 'text' ? near.filter(({ occurredAt }) => occurredAt !== undefined) : near;
  const kept = dated.filter(({ occurredAt: day }) => day === undefined || (day >= since && day <= until));
  return { kept, undated: near.length - dated.length };
}

/** An identifier as registers write one: a word or a few, not a sentence. */
const identifier = /^[\p{L}\p{N}#(][^\p{C}"“”<>]{0,63}$/u;
const mostWords = 6;

function isIdentified(values: Readonly<Record<string, unknown>>, { source }: ConfiguredLane): boolean {
  const rows = fieldsOfLane(source.lane);
  return Object.entries(values).every(
    ([name, value]) =>
      rows[name]?.type !== 'id' ||
      (typeof value === 'string' && identifier.test(value) && value.split(' ').length <= mostWords),
  );
}

const readers: Readonly<Partial<Record<ConfiguredLane['source']['platform'], Reader>>> = {
  arcgis: readArcgis,
  socrata: readSocrata,
  carto: readCarto,
  ckan: readCkan,
  opendatasoft: readOpendatasoft,
  csv: readCopy,
  gtfs: readCopy,
};

/** What a source gives that its publisher no longer keeps up; a part of it stays a part, and says both. */
function aged(found: LaneRows, frozen: string | undefined): LaneRows {
  if (frozen === undefined) return found;
  if (found.state === 'found') return { ...found, state: 'stale', reason: frozen };
  if (found.state === 'empty') return { ...found, reason: frozen };
  return found.state === 'partial' ? { ...found, reason: `${found.reason} ${frozen}` } : found;
}

/**
 * The rows of a reply as the lane publishes them. A row with an identifier that is none is left out and makes the rest
 * `partial`; values that break the rules of their field are left out and named in the notes.
 */
async function published(asking: Asking, found: Lookup<readonly Read[]>): Promise<LaneRows> {
  const { sources, configured } = asking;
  const { source, card } = configured;
  const clean = await freeTextCleaner(source);
  const rows = tableRows(sources, card, laneTable(source), found, {
    columnsOf: ({ attributes }) => attributes,
    map: (values, read, refusals) =>
      isIdentified(values, configured) ? toRow(clean(values), read, asking, refusals) : undefined,
    zone: zoneOf(configured),
  });
  // records none of which has a readable value are another shape, not records that leave everything open
  const isUnread = hasData(rows) && rows.data.length > 0 && rows.data.every(({ fields }) => isEmpty(fields));
  return isUnread ? wrongShape(sources, card) : aged(rows, source.freshness.frozen);
}

const isEmpty = (fields: object) => Object.keys(fields).length === 0;

/**
 * Asks one configured source of a lane one question, in the way that the source takes: by key, by street line, by radius,
 * or exactly at a point. Only allow-listed columns are requested. A question that the source does not take is
 * `not_covered`; a failure is `unavailable`; a page limit, or a record whose date cannot be read, is `partial`.
 */
export async function askLane(sources: SourceAccess, configured: ConfiguredLane, query: LaneQuery): Promise<LaneRows> {
  const { source, card } = configured;
  const plan = planOf(source, query);
  if (plan.by === 'refused') return { state: 'not_covered', source: card.name, reason: plan.reason };
  const read = readers[source.platform];
  if (!read) return { state: 'not_covered', source: card.name, reason: `${card.name} is not read record by record.` };
  const asking = { sources, configured, query, plan };
  const found = await published(asking, await read(asking));
  if (!hasData(found)) return found;
  const { kept, undated } = bounded(found.data, asking);
  if (undated > 0) {
    const reason = `${undated} of ${found.data.length} records have no date that can be read and are in no period.`;
    return partly({ ...found, data: kept }, reason);
  }
  if (kept.length > 0) return { ...found, data: kept };
  // all rows fell outside the bounds that we applied: complete reading is empty, a cut one proves nothing
  return found.state === 'partial' ? { ...found, data: kept } : { state: 'empty', citation: found.citation };
}
