const sentinelNumbers: ReadonlySet<number> = new Set([-9999, -999, -999_999, -666_666_666, 253_392_451_200_000]);
const sentinelTexts: ReadonlySet<string> = new Set(['', '.', '*', 'null', '-9999', '-999', '-999999', '-666666666']);
/** Times outside these years are fillers (0001-01-01, 9999-12-31). */
const firstYear = 1000;
const lastYear = 2999;

/** The value, or undefined where the publisher's filler stands for "not set" (-9999, -666666666, ".", "*" …). */
export function present<T>(value: T): NonNullable<T> | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number' && (!Number.isFinite(value) || sentinelNumbers.has(value))) return undefined;
  if (typeof value === 'string') {
    const text = value.trim();
    if (sentinelTexts.has(text.toLowerCase()) || /^-(?:9999|999|999999|666666666)\.0+$/.test(text)) return undefined;
  }
  return value;
}

/** A finite number out of a number or numeric text ("1,234.50", "+38.9"); undefined for fillers and anything else. */
export function measured(value: unknown): number | undefined {
  const kept = present(value);
  if (typeof kept === 'number') return kept;
  if (typeof kept !== 'string') return undefined;
  const text = kept.replace(/[,\s$]/g, '');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  return present(Number(text));
}

function isoDate(time: Date): string | undefined {
  if (Number.isNaN(time.getTime())) return undefined;
  const year = time.getUTCFullYear();
  return year < firstYear || year > lastYear ? undefined : time.toISOString().slice(0, 10);
}

function calendar(year: number, month: number, day: number): string | undefined {
  const time = new Date(Date.UTC(year, month - 1, day));
  const real = time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return real ? isoDate(time) : undefined;
}

/** Calendar date (YYYY-MM-DD) out of milliseconds since 1970; undefined for fillers. */
export function dateOfEpochMs(value: unknown): string | undefined {
  const ms = measured(value);
  return ms === undefined ? undefined : isoDate(new Date(ms));
}

/**
 * Calendar date (YYYY-MM-DD) out of what sources send as dates: epoch milliseconds, ISO text (with `-`, `/` or `.`),
 * YYYYMMDD, M/D/YYYY.
 * A time of day is dropped, never shifted to another zone; fillers and unknown forms are undefined.
 */
export function dateOf(value: unknown): string | undefined {
  if (typeof value === 'number') {
    if (value >= 10_000_101 && value <= 29_991_231) return dateOf(String(value));
    // a small number is a year or a counter, not a moment of January 1970
    return Math.abs(value) < 1e9 ? undefined : dateOfEpochMs(value);
  }
  const kept = present(value);
  if (typeof kept !== 'string') return undefined;
  const text = kept.trim();
  const iso = /^(\d{4})([-/.])(\d{2})\2(\d{2})(?:[T ]|$)/.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(text);
  if (iso) return calendar(Number(iso[1]), Number(iso[3]), Number(iso[4]));
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s|$)/.exec(text);
  if (us) return calendar(Number(us[3]), Number(us[1]), Number(us[2]));
  return /^-?\d{11,14}$/.test(text) ? dateOfEpochMs(Number(text)) : undefined;
}

/** Instant as ISO 8601 in UTC out of epoch milliseconds or ISO text with a zone; undefined for anything else. */
export function instantOf(value: unknown): string | undefined {
  const kept = present(value);
  const time =
    typeof kept === 'number'
      ? new Date(kept)
      : typeof kept === 'string' && /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(kept.trim())
        ? new Date(kept.trim())
        : undefined;
  return time && isoDate(time) ? time.toISOString() : undefined;
}
