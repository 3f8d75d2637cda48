import type { RawRow } from '../../fields/scope.ts';
import { isPollutant, type Reading, readings, type SiteReading, siteReadings, sites } from './fields.ts';

/** A current observation of a reporting area, with the point of reference of the area. */
export type AreaObservation = Reading & { readonly latitude: number; readonly longitude: number };

export interface Site {
  readonly siteId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

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
export const readAreas = (text: string): readonly AreaObservation[] | undefined =>
  datedRows(text, areaColumns)?.flatMap((row) => {
    const read = row.kind === 'O' && row.area ? readings.read(row) : undefined;
    const { latitude, longitude } = read ?? {};
    return read && latitude !== undefined && longitude !== undefined ? [{ ...read, latitude, longitude }] : [];
  });

/** Pollutant readings of an hourly file; times are UTC. Undefined where the file is of another shape. */
export const readHourly = (text: string): readonly SiteReading[] | undefined =>
  datedRows(text, hourlyColumns)?.flatMap((row) =>
    isPollutant(String(row.parameter)) ? (siteReadings.read(row) ?? []) : [],
  );

/** Monitoring sites by their header names; one per site. Undefined where the file is of another shape. */
export function readSites(text: string): readonly Site[] | undefined {
  const [header = [], ...rows] = cellsOf(text);
  const names = header.map((cell) => cell.replace(/^\uFEFF/, '').trim());
  if (sites.columns.some((column) => !names.includes(column))) return undefined;
  const known = new Map<string, Site>();
  for (const cells of rows) {
    const site = sites.read(rowOf(names, cells));
    if (site && !known.has(site.siteId)) known.set(site.siteId, { ...site, name: site.name ?? site.siteId });
  }
  return [...known.values()];
}
