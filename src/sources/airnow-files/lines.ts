import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { textOf } from '../../kernel/text.ts';
import { localInstant } from './local-time.ts';

/** A current observation of a reporting area: index value and category of one pollutant. */
export interface AreaObservation {
  readonly area: string;
  readonly state?: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly pollutant: string;
  readonly aqi?: number;
  readonly category?: string;
  /** Local date, time and zone as the file writes them. */
  readonly observedLocal: string;
  /** The same as an instant, where day, hour and zone are known. */
  readonly observedAt?: string;
}

export interface SiteReading {
  readonly siteId: string;
  readonly parameter: string;
  readonly value: number;
  readonly unit: string;
  readonly observedAt: string;
}

export interface Site {
  readonly siteId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

const categories: ReadonlySet<string> = new Set([
  'Good',
  'Moderate',
  'Unhealthy for Sensitive Groups',
  'Unhealthy',
  'Very Unhealthy',
  'Hazardous',
]);
/** The hourly file also has weather, which is left out. */
const pollutants: ReadonlySet<string> = new Set(['OZONE', 'PM2.5', 'PM10', 'NO2', 'SO2', 'CO']);

/** AirNow's own word for an index value, or undefined for anything else. */
export const categoryOf = (value: unknown): string | undefined => {
  const word = textOf(value, 40);
  return word && categories.has(word) ? word : undefined;
};
export const isPollutant = (name: string): boolean => pollutants.has(name.toUpperCase());

const cellsOf = (text: string) => text.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.split('|')]));

/** Observations of `reportingarea.dat`; forecasts are left out. Undefined where the file is of another shape. */
export function readAreas(text: string): readonly AreaObservation[] | undefined {
  const rows = cellsOf(text).filter((cells) => cells.length >= 14 && /^\d{2}\/\d{2}\/\d{2,4}$/.test(cells[1] ?? ''));
  if (rows.length === 0) return undefined;
  return rows.flatMap((cells): AreaObservation[] => {
    const [, date = '', time = '', zone = '', , kind, , area, state, lat, lon, pollutant, aqi, category] = cells;
    const [latitude, longitude] = [numberOf(lat), numberOf(lon)];
    const name = textOf(area, 80);
    if (kind !== 'O' || !name || latitude === undefined || longitude === undefined) return [];
    const index = numberOf(aqi);
    return [
      defined({
        area: name,
        state: textOf(state, 5),
        latitude,
        longitude,
        pollutant: textOf(pollutant, 12) ?? 'not stated',
        aqi: index !== undefined && index >= 0 ? index : undefined,
        category: categoryOf(category),
        observedLocal: textOf(`${date} ${time} ${zone}`, 30) ?? 'not stated',
        observedAt: localInstant(date, time, zone),
      }),
    ];
  });
}

/** Pollutant readings of an hourly file; times are UTC. Undefined where the file is of another shape. */
export function readHourly(text: string): readonly SiteReading[] | undefined {
  const rows = cellsOf(text).filter((cells) => cells.length >= 9 && /^\d{2}\/\d{2}\/\d{2,4}$/.test(cells[0] ?? ''));
  if (rows.length === 0) return undefined;
  return rows.flatMap(([date = '', time = '', siteId = '', , , parameter = '', unit, value]): SiteReading[] => {
    const [month, day, year] = date.split('/');
    const reading = numberOf(value);
    if (!pollutants.has(parameter.toUpperCase()) || reading === undefined || !/^\d{2}:\d{2}$/.test(time)) return [];
    const observedAt = `${year?.padStart(4, '20')}-${month}-${day}T${time}:00Z`;
    return [{ siteId, parameter, value: reading, unit: textOf(unit, 12) ?? 'not stated', observedAt }];
  });
}

/** Monitoring sites by their header names; one per site. Undefined where the file is of another shape. */
export function readSites(text: string): readonly Site[] | undefined {
  const [header = [], ...rows] = cellsOf(text);
  const at = (name: string) => header.findIndex((cell) => cell.replace(/^\uFEFF/, '').trim() === name);
  const [id, name, lat, lon] = [at('AQSID'), at('SiteName'), at('Latitude'), at('Longitude')];
  if (id < 0 || name < 0 || lat < 0 || lon < 0) return undefined;
  const sites = new Map<string, Site>();
  for (const cells of rows) {
    const siteId = (cells[id] ?? '').trim();
    const [latitude, longitude] = [numberOf(cells[lat]), numberOf(cells[lon])];
    if (siteId === '' || !latitude || !longitude || sites.has(siteId)) continue;
    sites.set(siteId, { siteId, name: textOf(cells[name], 80) ?? siteId, latitude, longitude });
  }
  return [...sites.values()];
}
