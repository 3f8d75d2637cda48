/** Hours that the zones of AirNow's reporting areas stand behind UTC, by the letters that its files write. */
const behindUtc: Readonly<Record<string, number>> = {
  AST: 4,
  ADT: 3,
  EST: 5,
  EDT: 4,
  CST: 6,
  CDT: 5,
  MST: 7,
  MDT: 6,
  PST: 8,
  PDT: 7,
  AKST: 9,
  AKDT: 8,
  HST: 10,
  SST: 11,
  CHST: -10,
  GMT: 0,
  UTC: 0,
};

/**
 * A local hour as an instant in ISO 8601; undefined where the day, the hour or the zone is not one that is known.
 *
 * @param day `11/21/26`, `11/21/2026` or `2026-11-21`
 * @param hour `06:00`
 * @param zone for example `EST`
 */
export function localInstant(day: string, hour: string, zone: string): string | undefined {
  const us = /^(\d{2})\/(\d{2})\/(?:20)?(\d{2})$/.exec(day.trim());
  const iso = us ? `20${us[3]}-${us[1]}-${us[2]}` : day.trim();
  const behind = behindUtc[zone.trim().toUpperCase()];
  if (behind === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(iso) || !/^\d{2}:\d{2}$/.test(hour.trim())) return undefined;
  const local = Date.parse(`${iso}T${hour.trim()}:00Z`);
  return Number.isNaN(local) ? undefined : new Date(local + behind * 3_600_000).toISOString().slice(0, 19).concat('Z');
}
