import { numberOf } from '../../fields/numbers.ts';
import { textOf } from '../../kernel/text.ts';

/** One raster of the image service's catalog. */
export interface CatalogRaster {
  readonly objectId: number;
  /** The raster's own name, for example m_3507845_nw_17_060_20220510. */
  readonly name: string;
  readonly year: number;
  /** UTC date-time; the catalog dates by day. */
  readonly acquiredAt: string;
  readonly resolutionMeters: number;
}

const isProgram = (agency: string | undefined, name: string) =>
  /naip|usda|fsa|fpac|apfo/i.test(agency ?? '') || /^m_\d{7}_(ne|nw|se|sw)_\d/i.test(name);

/** The service gives the date as epoch milliseconds, YYYYMMDD or text, depending on who asks. */
export function acquiredAt(value: unknown): string | undefined {
  const number = numberOf(value);
  const compact = number !== undefined && number >= 19_000_101 && number <= 21_001_231 ? String(number) : undefined;
  if (number !== undefined && !compact) {
    const date = new Date(number);
    return Number.isNaN(date.getTime()) || number < 10_000_000_000 ? undefined : date.toISOString();
  }
  const text = compact ?? textOf(value);
  const iso = text && /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text);
  const us = text && /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text);
  const [year, month, day] = iso ? iso.slice(1, 4) : us ? [us[3], us[1], us[2]] : [];
  if (!year || !month || !day) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? date.toISOString() : undefined;
}

function meters(value: unknown, unit: unknown): number | undefined {
  const number = numberOf(value);
  const word = textOf(unit)?.toLowerCase() ?? '';
  if (number === undefined || number <= 0) return undefined;
  if (/^m/.test(word)) return number;
  return /^(ft|feet|foot|us.?survey)/.test(word) ? Number((number * 0.3048).toFixed(4)) : undefined;
}

/** A catalog row as a raster; undefined for other imagery in the service and for rows without date or resolution. */
export function toRaster(attributes: Readonly<Record<string, unknown>>): CatalogRaster | undefined {
  const objectId = numberOf(attributes.OBJECTID);
  const name = textOf(attributes.raster_name, 120) ?? textOf(attributes.Name, 120);
  const taken = acquiredAt(attributes.acquisition_date);
  const resolutionMeters = meters(attributes.resolution_value, attributes.resolution_units);
  if (!objectId || objectId < 1 || !Number.isInteger(objectId) || !name || !taken || !resolutionMeters)
    return undefined;
  if (!isProgram(textOf(attributes.agency), name)) return undefined;
  return {
    objectId,
    name,
    year: numberOf(attributes.Year) ?? Number(taken.slice(0, 4)),
    acquiredAt: taken,
    resolutionMeters,
  };
}
