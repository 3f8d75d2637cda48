import type { RawRow } from '../../fields/scope.ts';
import { arrange, type Near } from '../../geometry/placed.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup, mapRows } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { combineLookups } from '../shared/combine.ts';
import { cite, failed, wrongShape } from '../shared/lookup.ts';
import { isPollutant, type Reading, readings, type SiteReading, siteReadings, sites } from './fields.ts';

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
