import { describe, expect, it } from 'vitest';
import type { Field } from '../../../src/fields/field.ts';
import { cellsOf, mirrorCell } from '../../../src/fields/table.ts';
import { timeZoneAt } from '../../../src/geography/time-zone.ts';
import type { MirrorAccess } from '../../../src/kernel/ports/mirror.ts';
import { placeDataset } from '../../../src/mirror/place-dataset.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import type { Jurisdiction, LaneSource } from '../../../src/places/schema/jurisdiction.ts';
import { isFile } from '../../../src/places/schema/jurisdiction.ts';
import type { Lane } from '../../../src/places/schema/lane-fields.ts';
import { columnsOfField, laneTable } from '../../../src/places/schema/lane-table.ts';
import { configuredOf, laneReader } from '../../corpus/readers/lanes.ts';
import type { Recording } from '../../corpus/recording.ts';
import { pointOfPlace } from '../../upstreams/feeds.ts';

/*
 * One row of an evening event for each lane of the place files: the columns are those of the lane, the day of each follows
 * from what its own name says, and never from the field that reads it. A lane that reads the column of an application as
 * the date of issue gives the day of the application, and fails.
 */

type Said = readonly (readonly [means: string, words: RegExp])[];

/** What words in the name of a date column say that it holds; the first that occurs. */
const dateWords: Readonly<Partial<Record<Lane, Said>>> = {
  parcel: [
    ['deed', /deed/i],
    ['sale', /sale|dos_/i],
  ],
  permits: [
    ['expires', /expir/i],
    ['completed', /compl|final/i],
    ['approved', /approved/i],
    ['issued', /iss/i],
    ['started', /^start/i],
    // the column in which an ArcGIS server tracks when a row was made
    ['entered', /^created_date$/],
    ['filed', /appl|fil(?:e|ing)|subm|rece|enter|_ent_|creat|open|^in_?date$|added/i],
  ],
  code_violations: [
    ['status', /status/i],
    ['decided', /disposition/i],
    ['condemned', /condemn/i],
    ['inspected', /inspect/i],
    ['reported', /report/i],
    ['issued', /issue/i],
    ['opened', /open|file/i],
    ['observed', /violation/i],
  ],
  incidents: [
    ['dispatched', /dispatch/i],
    ['reported', /rep|rpt/i],
    ['occurred', /occ|incident|offen|event|start|_fr_|from|date/i],
  ],
  service_requests: [
    ['closed', /clos|res(?:ol|dt)/i],
    ['opened', /creat|creation|open|request|init|add|call|rece|report|appl|enter/i],
  ],
  transfers: [
    ['deed', /deed/i],
    ['recorded', /record/i],
    // "display date" of Philadelphia and "own date" of Nashville say no more than that a property changed hands
    ['transferred', /transfer|^own|^display/i],
    ['sale', /sale|^dos|^s_/i],
  ],
  recording_history: [
    ['good through', /good_through/],
    ['recorded', /record/],
    ['document', /document/],
  ],
  tax_distress: [['listed', /month/]],
  development_cases: [
    ['appeal period ends', /appeal/],
    ['sunset', /sunset/],
    ['certified', /certif/],
    ['approved', /approv/],
  ],
  capital_projects: [
    ['first commitment', /^min/],
    ['last commitment', /^max/],
  ],
  rental_registry: [
    ['registration ends', /expir|until|enddate/i],
    ['vote', /vote/],
    ['recorded', /record/],
    ['filed', /appl|app_rec/i],
    ['first licensed', /initial/],
    ['licensed', /license_start|^date_issued/i],
    ['registered', /reg/i],
  ],
  certificate_of_occupancy: [['issued', /issue/]],
};

/** The days of a matter in their order, each with an evening. */
const order = [
  ['document', 'occurred', 'opened', 'observed', 'deed', 'listed', 'first commitment'],
  ['filed', 'reported', 'sale', 'transferred', 'entered', 'inspected', 'condemned', 'dispatched'],
  ['approved', 'recorded', 'certified', 'vote', 'last commitment'],
  ['issued', 'registered', 'licensed', 'first licensed', 'decided'],
  ['started', 'status', 'good through'],
  ['completed', 'closed'],
  ['expires', 'registration ends', 'appeal period ends', 'sunset'],
];
const dayOfMeaning = new Map(order.flatMap((all, at) => all.map((means) => [means, `2026-03-0${at + 2}`] as const)));

function dayOfColumn(lane: Lane, column: string): string {
  const means = dateWords[lane]?.find(([, words]) => words.test(column))?.[0];
  const day = means === undefined ? undefined : dayOfMeaning.get(means);
  if (day === undefined) throw new Error(`no word says which date of ${lane} is ${column}`);
  return day;
}

const zoneFor = (place: Jurisdiction) => place.timeZone ?? timeZoneAt(pointOfPlace(place)) ?? '';

/** Half past ten in the evening of a day, by the clocks of a zone. */
function eveningOf(day: string, zone: string): Date {
  for (let hours = 4; hours <= 11; hours++) {
    const time = new Date(Date.parse(`${day}T22:30:00Z`) + hours * 3_600_000);
    const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    if (shown.format(time) === `${day} 22:30`) return time;
  }
  throw new Error(`no evening in ${zone}`);
}

const usDay = (day: string) => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

/** An evening in the form in which the platform of a source sends moments, or in which its file says that a column has days. */
function eveningCell(source: LaneSource, column: string, field: Field, zone: string): unknown {
  const { platform, query } = source;
  const day = dayOfColumn(source.lane, column);
  if (field.row.format === 'utc') return eveningOf(day, zone).toISOString().slice(0, 19);
  // of the one column that it is queried by a place file says the type
  const type = column === query.dateField ? query.dateType : undefined;
  if (type === 'yyyymmdd') return day.replaceAll('-', '');
  if (type === 'text') return `${usDay(day)} 10:30:00 PM`;
  if (type === 'dateOnly') return day;
  if (platform === 'arcgis') return eveningOf(day, zone).getTime();
  if (platform === 'carto') return eveningOf(day, zone).toISOString();
  if (platform === 'opendatasoft')
    return eveningOf(day, zone)
      .toISOString()
      .replace(/\.\d+Z$/, '+00:00');
  return `${day}T22:30:00.000`;
}

/** Published values of which 0 is one. */
const realZeros: ReadonlySet<string> = new Set([
  ...['buildings', 'yearsOwed', 'residentialFar', 'commercialFar', 'facilityFar'],
  ...['principalDue', 'penaltyDue', 'interestDue', 'totalDue', 'plannedTotal', 'committedTotal', 'spentTotal'],
]);
/** Fields whose place file says that 0 is a value: PLUTO counts the homes of an office building. */
const saidZeros: ReadonlySet<string> = new Set(['nyc-pluto residentialUnits']);
const numeric: ReadonlySet<string> = new Set(['money', 'area', 'length', 'year', 'count', 'number']);
const positions: ReadonlySet<string> = new Set(['latitude', 'longitude']);

interface Given {
  readonly row: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, unknown>>;
}

/** A row of a lane: its dates are evenings, its numbers 0, its words blank; and what is published of it. */
function evening(place: Jurisdiction, source: LaneSource, blank: (field: string) => boolean): Given {
  const { fields, dated } = laneTable(source);
  const at = pointOfPlace(place);
  const zone = zoneFor(place);
  const row: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  const entries = Object.entries(fields);
  for (const [name, field] of entries) {
    const columns = field.row.columns.flat();
    for (const column of columns) {
      if (positions.has(name)) row[column] = name === 'latitude' ? at.latitude : at.longitude;
      else if (field.row.type === 'day' || field.row.type === 'month')
        row[column] = blank(name) ? null : eveningCell(source, column, field, zone);
      else if (numeric.has(field.row.type)) row[column] ??= 0;
      else if (field.row.type === 'id') row[column] ??= columns.length > 1 ? 'A12' : 'A12  34';
      else row[column] ??= ' ';
    }
    if (positions.has(name) || blank(name)) continue;
    if (field.row.type === 'day') expected[name] = dayOfMeaning.get(field.row.means ?? '');
    if (field.row.type === 'month') expected[name] = dayOfMeaning.get(field.row.means ?? '')?.slice(0, 7);
    if (realZeros.has(name) || saidZeros.has(`${source.cardId} ${name}`)) expected[name] = 0;
  }
  if (dated && expected[dated.field] !== undefined) expected.occurredAt = expected[dated.field];
  return { row, expected };
}

/** The published values of a row without those that its identifiers are read from. */
function withoutIds(source: LaneSource, values: Readonly<Record<string, unknown>>) {
  const { fields } = laneTable(source);
  const ids = Object.values(fields).filter(({ row }) => row.type === 'id');
  const columns = new Set(ids.flatMap(({ row }) => row.columns.flat()));
  const isOfId = (name: string) => fields[name]?.row.columns.flat().some((column) => columns.has(column)) ?? false;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isOfId(name) || /(?:At|Date)$/.test(name)));
}

/** A row in the form in which the platform of a source answers. */
function bodyOf({ platform }: LaneSource, row: object, place: Jurisdiction): unknown {
  const { latitude, longitude } = pointOfPlace(place);
  const stated = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  switch (platform) {
    case 'arcgis':
      return { features: [{ attributes: row, geometry: { x: longitude, y: latitude } }] };
    case 'ckan':
      return { success: true, result: { records: [row], total: 1 } };
    case 'carto':
      return { rows: [{ ...row, lane_latitude: latitude, lane_longitude: longitude }] };
    case 'opendatasoft':
      return { total_count: 1, results: [row] };
    default:
      return [stated];
  }
}

/** A table of a CKAN portal that is found by its package. */
const table = '?resource_id=00000000-0000-4000-8000-000000000000';

const citation = {
  sourceName: 'a file',
  sourceUrl: 'https://records.example/file',
  fetchedAt: '2026-11-21T12:00:00Z',
};

/** The mirror of a file with one row. */
function copyOf(place: Jurisdiction, source: LaneSource, raw: Readonly<Record<string, unknown>>): MirrorAccess {
  const { columns } = placeDataset(place, source, new Date('2026-11-21T12:00:00Z'));
  const cells = Object.entries(columns).map(
    ([name, field]) => [name, mirrorCell(field.read(cellsOf(field, raw), {}, name))] as const,
  );
  const found = { state: 'found', data: [Object.fromEntries(cells)], citation } as const;
  return { matching: () => found, near: () => found } as unknown as MirrorAccess;
}

async function read(place: Jurisdiction, source: LaneSource, given: Given): Promise<Readonly<Record<string, unknown>>> {
  const recording: Recording = {
    name: source.cardId,
    url: new URL(source.resolve.by === 'ckan-package' ? table : '', source.endpoint),
    ...{ method: 'GET', status: 200, contentType: 'application/json', on: '2026-11-21', headings: {} },
    text: JSON.stringify(bodyOf(source, given.row, place)),
  };
  const copy = isFile(source) ? { copy: copyOf(place, source, given.row) } : {};
  // which layer is the newest is no matter of its rows
  const named = source.resolve.by === 'ckan-package' ? source : { ...source, resolve: { by: 'none' as const } };
  const lane = { ...configuredOf(place, named), ...copy };
  const { latitude, longitude } = pointOfPlace(place);
  const found = await laneReader(lane).read(recording, { point: [latitude, longitude] });
  expect(found.state).not.toBe('unavailable');
  const [row] = found.rows as readonly { readonly fields?: Readonly<Record<string, unknown>> }[];
  return withoutIds(source, row?.fields ?? {});
}

/** What 0, a blank or an evening can be told wrong of. */
const held: ReadonlySet<string> = new Set(['day', 'month', 'money', 'area', 'year']);
const readable: ReadonlySet<string> = new Set(['arcgis', 'socrata', 'ckan', 'carto', 'opendatasoft', 'csv']);
const lanes = shippedPlaces
  .all()
  .flatMap((place) => place.sources.map((source) => [source.cardId, place, source as LaneSource] as const))
  .filter(([, { kind }, source]) => kind !== 'state' && readable.has(source.platform))
  .filter(([, , source]) => Object.values(laneTable(source).fields).some(({ row }) => held.has(row.type)));

describe('a row of an evening event', () => {
  it.each(lanes)(
    '%s: days of the place, each the one that its column names; no 0 and no blank',
    async (_, place, source) => {
      const given = evening(place, source, () => false);
      expect(await read(place, source, given)).toEqual(given.expected);
    },
  );

  const applications = lanes.filter(
    ([, , source]) => source.lane === 'permits' && columnsOfField(source, 'filedAt').length > 0,
  );
  it.each(applications)('%s: an application is no permit that was issued', async (_, place, source) => {
    const given = evening(place, source, (name) => name !== 'filedAt');
    const { dated } = laneTable(source);
    expect(await read(place, source, given)).toEqual({
      filedAt: dayOfMeaning.get('filed'),
      ...(dated?.field === 'filedAt' && { occurredAt: dayOfMeaning.get('filed') }),
    });
  });

  it('is one of every place file that has a time zone of its own', () => {
    expect(lanes.length).toBeGreaterThan(240);
    const wrong = shippedPlaces
      .all()
      .filter((place) => place.kind !== 'state' && place.timeZone !== timeZoneAt(pointOfPlace(place)));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});
