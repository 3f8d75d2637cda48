import { z } from 'zod';
import { computed, day, number, text } from '../fields/define.ts';
import type { Field } from '../fields/field.ts';
import type { Fields } from '../fields/table.ts';
import { textOf } from '../kernel/text.ts';
import { datasetPageOf, isFile, type Jurisdiction, type LaneSource } from '../places/schema/jurisdiction.ts';
import { columnsOfField, columnsOfFields, laneTable } from '../places/schema/lane-table.ts';
import { copyColumns } from '../places/schema/place-copy.ts';
import type { Dataset, FileShape } from './engine/dataset.ts';
import type { Mirror } from './engine/mirror.ts';

/** Publishers change the case of their headers from year to year. */
const spellings = (column: string): readonly string[] => [
  ...new Set([column, column.toUpperCase(), column.toLowerCase()]),
];

/** The columns that the lane reads, each as the file has it, and beside them what the file is queried by. */
export function columnsOfLane({ source, zone }: NonNullable<Dataset['lane']>): Fields {
  const { query, platform } = source;
  const columns: Record<string, Field> = {};
  const numbers = new Set([...columnsOfField(source, 'latitude'), ...columnsOfField(source, 'longitude')]);
  const named = [...columnsOfFields(source), ...[query.key?.field, query.dateField].flatMap((c) => c ?? [])];
  for (const column of new Set(named)) columns[column] = (numbers.has(column) ? number : text)(spellings(column));
  const { dateField, addressField } = query;
  const { fields, dated } = laneTable(source);
  if (dateField && dated) {
    const { missingValues = [] } = fields[dated.field]?.row ?? {};
    const dayAt = day(spellings(dateField), { missingValues, future: 'real', zone: 'place' });
    const read: Field['read'] = (cells, scope, name) => dayAt.read(cells, { ...scope, ...(zone && { zone }) }, name);
    columns[copyColumns.day] = { ...dayAt, read };
  }
  if (addressField) {
    const [address, site] = [columnsOfField(source, 'address'), columnsOfField(source, 'siteAddress')];
    const parts = [address, site].find((some) => some.length > 0) ?? [addressField];
    columns[copyColumns.street] = computed(parts.map(spellings), z.string(), streetOf);
  }
  if (platform === 'gtfs') columns.feed_edition = text('feed_edition');
  return columns;
}

function streetOf(cells: readonly unknown[]): string | undefined {
  const words = cells.flatMap((cell) => textOf(cell) ?? []);
  return words.length > 0 ? words.join(' ').toUpperCase() : undefined;
}

function fileOf({ file, platform }: LaneSource): FileShape {
  if (platform === 'gtfs') return { format: 'gtfs' };
  const { member, sheet, ...said } = file ?? {};
  return {
    format: 'table',
    ...said,
    ...(member !== undefined && { member: new RegExp(member, 'i') }),
    ...(sheet !== undefined && { sheet, workbook: true }),
  };
}

const fewestDays = 7;
const defaultDays = 90;

/**
 * The mirrored dataset of a place's file (`csv`, `gtfs`), made of the source's own entry alone. It keeps the columns that
 * the lane reads and no others; `(year)` in the address is the year of `now`.
 */
export function placeDataset(place: Jurisdiction, source: LaneSource, now: Date): Dataset {
  const lane = { source, zone: place.timeZone };
  const columns = columnsOfLane(lane);
  const [latitude] = columnsOfField(source, 'latitude');
  const [longitude] = columnsOfField(source, 'longitude');
  const { everyDays, cadence } = source.freshness;
  const { key } = source.query;
  const edition =
    source.platform === 'gtfs' ? 'feed_edition' : copyColumns.day in columns ? copyColumns.day : undefined;
  const keys = [...(key ? [key.field] : []), ...[copyColumns.street, copyColumns.day].filter((one) => one in columns)];
  return {
    id: source.cardId,
    title: source.name,
    publisher: source.publisher,
    sourceUrl: source.endpoint.replaceAll('(year)', String(now.getUTCFullYear())),
    datasetUrl: datasetPageOf(source),
    licenseNote: source.license.note,
    vintage: edition === undefined ? 'not stated' : { column: edition },
    cadence: `updated ${cadence}`,
    staleAfterDays: everyDays === undefined ? defaultDays : Math.max(fewestDays, 2 * everyDays),
    file: fileOf(source),
    columns,
    lane,
    ...(latitude && longitude && { point: { latitude, longitude } }),
    keys: keys.map((column) => [column]),
    seen: { ...source.seen, note: `${place.displayName}: ${source.seen.note}` },
  };
}

/** The files of all sources of some places. */
export const placeDatasets = (places: readonly Jurisdiction[], now: Date): readonly Dataset[] =>
  places.flatMap((place) =>
    (place.sources as readonly LaneSource[]).filter(isFile).map((source) => placeDataset(place, source, now)),
  );

/** The mirror as each source of a place has it: its file becomes known when the source is first queried. */
export const copiesIn =
  (mirror: Mirror, clock: () => Date) =>
  (place: Jurisdiction, source: LaneSource): Mirror | undefined => {
    if (!isFile(source)) return undefined;
    mirror.know(placeDataset(place, source, clock()));
    return mirror;
  };
