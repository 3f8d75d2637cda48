import { numberOf, present } from './numbers.ts';

/** Times outside these years are fillers (0001-01-01, 9999-12-31). */
const firstYear = 1000;
const lastYear = 2999;
const dayMs = 86_400_000;

function isoDay(time: Date): string | undefined {
  const year = time.getUTCFullYear();
  return Number.isNaN(year) || year < firstYear || year > lastYear ? undefined : time.toISOString().slice(0, 10);
}

function calendar(year: number, month: number, day: number): string | undefined {
  const time = new Date(Date.UTC(year, month - 1, day));
  const real = time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return real ? isoDay(time) : undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Calendar day at a place of a moment; the UTC day without a time zone. Throws for a name that is no time zone. */
export function localDay(time: Date, zone: string | undefined): string | undefined {
  const day = isoDay(time);
  if (day === undefined || zone === undefined) return day;
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(zone, format);
  return format.format(time);
}

/**
 * Calendar day of a moment in milliseconds since 1970. Midnight UTC is a day without a time and keeps its date; any
 * other moment is the day at the place. Undefined for fillers.
 */
export function dayOfEpoch(value: unknown, zone?: string): string | undefined {
  const ms = numberOf(value);
  if (ms === undefined) return undefined;
  return localDay(new Date(ms), ms % dayMs === 0 ? undefined : zone);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A year of two digits: of this century up to 2049, else of the last one. */
const wholeYear = (year: string) =>
  year.length === 2 ? Number(year) + (Number(year) < 50 ? 2000 : 1900) : Number(year);

type Form = readonly [pattern: RegExp, read: (groups: readonly string[]) => string | undefined];

/** Days without a zone: the date is as written, whatever time of day follows. */
const forms: readonly Form[] = [
  [/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]|$)/, ([, y = '', , m = '', d = '']) => calendar(+y, +m, +d)],
  // 20210315, with a time of day behind it in 14 digits
  [/^([12]\d{3})(\d{2})(\d{2})(?:\d{6})?$/, ([, y = '', m = '', d = '']) => calendar(+y, +m, +d)],
  [
    /^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d{2})(?:\s|$)/,
    ([, m = '', , d = '', y = '']) => calendar(wholeYear(y), +m, +d),
  ],
  [
    /^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ,]+(\d{4}|\d{2})(?:\s|$)/i,
    ([, d = '', m = '', y = '']) => calendar(wholeYear(y), months.indexOf(m.toLowerCase()) + 1, +d),
  ],
  [
    /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})(?:\s|$)/i,
    ([, m = '', d = '', y = '']) => calendar(+y, months.indexOf(m.toLowerCase()) + 1, +d),
  ],
];

const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const isUtc = (text: string) => /(?:Z|[+-]00:?00)$/.test(text) && zoned.test(text);
/** A moment without a word on its offset. */
const unzoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;

/**
 * How a column writes days that no other form tells apart: `yymmdd` is six digits, 210315; `utc` is text without an offset
 * by the clock of UTC.
 */
export type DayFormat = 'yymmdd' | 'epochSeconds' | 'utc';

const readDay: Readonly<Record<DayFormat, (value: unknown, zone: string | undefined) => string | undefined>> = {
  yymmdd(value) {
    const [, y = '', m = '', d = ''] = /^(\d{2})(\d{2})(\d{2})$/.exec(String(value).trim().padStart(6, '0')) ?? [];
    return y ? calendar(wholeYear(y), +m, +d) : undefined;
  },
  epochSeconds(value, zone) {
    const seconds = numberOf(value);
    return seconds === undefined ? undefined : dayOfEpoch(seconds * 1000, zone);
  },
  utc(value, zone) {
    const text = String(value).trim();
    return dateOf(unzoned.test(text) ? `${text.replace(' ', 'T')}Z` : value, zone);
  },
};

/** Whether a form of a column is one of days. */
export const isDayFormat = (format: string | undefined): format is DayFormat =>
  format !== undefined && format in readDay;

/**
 * Calendar day (YYYY-MM-DD) out of what sources send as dates: epoch milliseconds, ISO text, YYYYMMDD, YYYYMMDDhhmmss,
 * M/D/YYYY, M/D/YY, 15-MAR-21, March 15, 2021; six digits (210315), epoch seconds and text by the clock of UTC by `format` alone.
 * A moment in UTC becomes the day at `zone`; text with another offset or without a zone keeps its date. Fillers and
 * unknown forms are undefined.
 */
export function dateOf(value: unknown, zone?: string, format?: DayFormat): string | undefined {
  const stated = present(value);
  if (stated === undefined) return undefined;
  if (format !== undefined) return readDay[format](stated, zone);
  if (typeof stated === 'number') {
    if (stated >= 10_000_101 && stated <= 29_991_231) return dateOf(String(stated));
    // a small number is a year or a counter, not a moment of January 1970
    return Math.abs(stated) < 1e9 ? undefined : dayOfEpoch(stated, zone);
  }
  if (typeof stated !== 'string') return undefined;
  const text = stated.trim();
  if (zone && isUtc(text)) return dayOfEpoch(Date.parse(text), zone);
  for (const [pattern, read] of forms) {
    const groups = pattern.exec(text);
    const day = groups && read(groups);
    if (day) return day;
  }
  return /^-?\d{11,13}$/.test(text) ? dayOfEpoch(Number(text), zone) : undefined;
}

/** Instant as ISO 8601 in UTC out of epoch milliseconds or ISO text with a zone; undefined for anything else. */
export function instantOf(value: unknown): string | undefined {
  const stated = present(value);
  const time =
    typeof stated === 'number'
      ? new Date(stated)
      : typeof stated === 'string' && zoned.test(stated.trim())
        ? new Date(stated.trim())
        : undefined;
  return time && isoDay(time) ? time.toISOString() : undefined;
}

/** Month (YYYY-MM) of a date in any form that {@link dateOf} reads, or of MM/YYYY and YYYY-MM. */
export function monthOf(value: unknown, zone?: string): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  const [, month = '', year] = /^(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const [, isoYear, isoMonth = ''] = /^(\d{4})-(\d{2})$/.exec(text) ?? [];
  const [y, m] = year ? [year, month.padStart(2, '0')] : [isoYear, isoMonth];
  if (y) return Number(m) >= 1 && Number(m) <= 12 ? `${y}-${m}` : undefined;
  return dateOf(value, zone)?.slice(0, 7);
}
