import { z } from 'zod';
import { code, computed, id, number, point, type RowOf, table, text } from '../../fields/define.ts';
import { legendOf } from '../../fields/legends.ts';
import { textOf } from '../../kernel/text.ts';

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
