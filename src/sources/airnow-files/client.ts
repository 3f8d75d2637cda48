import { z } from 'zod';
import { code, computed, id, number, point, type RowOf, table, text } from '../../fields/define.ts';
import { legendOf } from '../../fields/legends.ts';
import type { RawRow } from '../../fields/scope.ts';
import { arrange, type Near } from '../../geometry/placed.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup, mapRows } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { combineLookups } from '../shared/combine.ts';
import { cite, failed, wrongShape } from '../shared/lookup.ts';

const categories = ['Good', 'Moderate', 'Unhealthy for Sensitive Groups', 'Unhealthy', 'Very Unhealthy', 'Hazardous'];

/** Offsets from UTC of the zones of AirNow's reporting areas, by the letters that its files write. */
const offsets = legendOf('airnow-files', 'zone');

/**
 * A local hour as an instant in ISO 8601; undefined where the day, the hour or the zone is not one that is known.
 *
 * @param day `11/21/26`, `11/21/2026` or `2026-11-21`
 * @param hour `06:00`
 * @param zone for example `EST`
 */
function localInstant(day: string, hour: string, zone: string): string | undefined {
  const us = /^(\d{2})\/(\d{2})\/(?:20)?(\d{2})$/.exec(day.trim());
  const iso = us ? `20${us[3]}-${us[1]}-${us[2]}` : day.trim();
  const offset = offsets[zone.trim().toUpperCase()];
  if (offset === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(iso) || !/^\d{2}:\d{2}$/.test(hour.trim())) return undefined;
  const instant = Date.parse(`${iso}T${hour.trim()}:00${offset}`);
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString().slice(0, 19).concat('Z');
}

const observed = [
  ['date', 'dateObserved'],
  ['time', 'hourObserved'],
  ['zone', 'localTimeZone'],
];
const wordsOf = (cells: readonly unknown[]) => cells.map((cell) => textOf(cell, 12) ?? '');

export const readings = table('airnow-files', {
  area: text(['area', 'reportingAreaName'], { maxLength: 80, otherwise: 'not stated' }),
  state: text('state', { maxLength: 5 }),
  at: point('latitude', 'longitude'),
  pollutant: text(['pollutant', 'parameterName'], { maxLength: 12, otherwise: 'not stated' }),
  aqi: number(['aqi', 'nowcastAQI'], {
    minimum: 0,
    missingValues: [-1],
    description: 'Air Quality Index of the pollutant; absent where none is stated',
  }),
  category: code(['category', 'aqiCategoryName'], { pattern: z.enum(categories), description: "AirNow's own word" }),
  observedLocal: computed(observed, z.string(), (cells) => wordsOf(cells).filter(Boolean).join(' ') || 'not stated', {
    required: true,
  }),
  observedAt: computed(observed, z.string(), (cells) => {
    const [day = '', hour = '', zone = ''] = wordsOf(cells);
    return localInstant(day, hour, zone);
  }),
});
export type Reading = RowOf<typeof readings>;

/** The hourly file also has weather, which is left out. */
const pollutants: ReadonlySet<string> = new Set(['OZONE', 'PM2.5', 'PM10', 'NO2', 'SO2', 'CO']);
export const isPollutant = (name: string): boolean => pollutants.has(name.toUpperCase());

/** What a monitor reported of one pollutant in an hour; times of the file are UTC. */
export const siteReadings = table('airnow-files', {
  siteId: id('siteId', { required: true }),
  parameter: text('parameter', { required: true }),
  value: number('value', { required: true }),
  unit: text('unit', { maxLength: 12, otherwise: 'not stated' }),
  observedAt: computed(
    ['date', 'time'],
    z.string(),
    ([date, time]) => localInstant(String(date), String(time), 'UTC'),
    { required: true },
  ),
});
export type SiteReading = RowOf<typeof siteReadings>;

export const sites = table('airnow-files', {
  siteId: id('AQSID', { required: true }),
  name: text('SiteName', { maxLength: 80 }),
  at: point('Latitude', 'Longitude', { required: true }),
});

const card = sourceCard('airnow-files');

const areaColumns = 'issued|date|time|zone|day|kind|primary|area|state|latitude|longitude|pollutant|aqi|category';
const hourlyColumns = 'date|time|siteId|siteName|gmtOffset|parameter|unit|value|source';

const cellsOf = (text: string) => text.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.split('|')]));

const rowOf = (names: readonly string[], cells: readonly string[]): RawRow =>
  Object.fromEntries(names.map((name, at) => [name, cells[at]]));

/** Lines with all columns of a file without a header and a date among them; undefined where there is none. */
function datedRows(text: string, columns: string): readonly RawRow[] | undefined {
  const names = columns.split('|');
  const date = names.indexOf('date');
  const rows = cellsOf(text).filter(
    (cells) => cells.length >= names.length && /^\d{2}\/\d{2}\/\d{2,4}$/.test(cells[date] ?? ''),
  );
  return rows.length > 0 ? rows.map((cells) => rowOf(names, cells)) : undefined;
}

/** Observations of `reportingarea.dat`; forecasts are left out. Undefined where the file is of another shape. */
const readAreas = (text: string): readonly Reading[] | undefined =>
  datedRows(text, areaColumns)?.flatMap((row) => (row.kind === 'O' && row.area ? (readings.read(row) ?? []) : []));

/** Pollutant readings of an hourly file; times are UTC. Undefined where the file is of another shape. */
const readHourly = (text: string): readonly SiteReading[] | undefined =>
  datedRows(text, hourlyColumns)?.flatMap((row) =>
    isPollutant(String(row.parameter)) ? (siteReadings.read(row) ?? []) : [],
  );

/** Monitoring sites by their header names; one per site. Undefined where the file is of another shape. */
function readSites(text: string) {
  const [header = [], ...rows] = cellsOf(text);
  const names = header.map((cell) => cell.replace(/^\uFEFF/, '').trim());
  if (sites.columns.some((column) => !names.includes(column))) return undefined;
  const read = rows.flatMap((cells) => sites.read(rowOf(names, cells)) ?? []);
  const first = [...groupBy(read, ({ siteId }) => siteId).values()].flatMap(([site]) => site ?? []);
  return first.map((site) => ({ ...site, name: site.name ?? site.siteId }));
}

/** The place of a reporting area, with its current index values. */
export type ReportingArea = Near<Reading> & { readonly observations: readonly Reading[] };

/** The same file is parsed once however many calls read it. */
function remembered<T>(read: (text: string) => T | undefined): (text: string, hash: string) => T | undefined {
  let last: { readonly hash: string; readonly rows: T | undefined } | undefined;
  return (text, hash) => {
    if (last?.hash !== hash) last = { hash, rows: read(text) };
    return last.rows;
  };
}
const areasIn = remembered(readAreas);
const hourlyIn = remembered(readHourly);
const sitesIn = remembered(readSites);

async function readFile<T>(
  sources: SourceAccess,
  path: string,
  parse: (text: string, hash: string) => readonly T[] | undefined,
  ttlSeconds: number,
): Promise<Lookup<readonly T[]> | 'absent'> {
  const url = `https://files.airnowtech.org/airnow/${path}`;
  const reply = await sources.fetch(card, { url, as: 'text', ttlSeconds, answerStatuses: [404] });
  if (!reply.ok) return failed(card, reply);
  const isAbsent = reply.status === 404;
  const rows = typeof reply.body === 'string' ? parse(reply.body, reply.bodyHash) : undefined;
  if (!isAbsent && !rows) return wrongShape(sources, card);
  sources.accept(reply);
  return isAbsent || !rows ? 'absent' : { state: 'found', data: rows, citation: cite(card, reply) };
}

const missing = (what: string): Lookup<never> => ({ state: 'unavailable', source: card.name, reason: what });

/** Reporting areas whose reference point lies within the radius, nearest first, with their current index values. */
export async function areasNear(sources: SourceAccess, point: GeoPoint, radiusMeters: number) {
  const file = await readFile(sources, 'today/reportingarea.dat', areasIn, 900);
  if (file === 'absent') return missing('The file of reporting areas is not there.');
  if (!hasData(file)) return file;
  const areas = groupBy(arrange(file.data, point, radiusMeters).near, ({ area, state }) => `${area}|${state ?? ''}`);
  return mapRows(file, () =>
    [...areas.values()].flatMap(([place, ...others]): ReportingArea[] =>
      place ? [{ ...place, observations: [place, ...others] }] : [],
    ),
  );
}

const hoursBack = [1, 2, 3, 4];

/** The newest hourly file that is there; the current hour's appears late. */
async function newestHour(sources: SourceAccess, now: Date): Promise<Lookup<readonly SiteReading[]>> {
  for (const back of hoursBack) {
    const hour = new Date(now.getTime() - back * 3_600_000).toISOString().slice(0, 13).replace(/[-T]/g, '');
    const path = `${hour.slice(0, 4)}/${hour.slice(0, 8)}/HourlyData_${hour}.dat`;
    const file = await readFile(sources, path, hourlyIn, 1800);
    if (file !== 'absent') return file;
  }
  return missing(`No hourly file of the last ${hoursBack.length} hours is there.`);
}

/** Monitors within the radius that reported a pollutant in the newest hour, nearest first. */
export async function monitorsNear(sources: SourceAccess, point: GeoPoint, radiusMeters: number, now: Date) {
  const [hourly, listed] = await Promise.all([
    newestHour(sources, now),
    readFile(sources, 'today/Monitoring_Site_Locations_V2.dat', sitesIn, 86_400),
  ]);
  if (listed === 'absent') return missing('The list of monitoring sites is not there.');
  if (!hasData(listed)) return listed;
  const whole = combineLookups(hourly, { sites: listed });
  if (!hasData(whole)) return whole;
  const bySite = groupBy(whole.data.main, ({ siteId }) => siteId);
  return mapRows(whole, () =>
    arrange(listed.data, point, radiusMeters).near.flatMap((site) => {
      const own = bySite.get(site.siteId);
      return own ? [{ ...site, readings: own }] : [];
    }),
  );
}
