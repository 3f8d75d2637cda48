import type { RowOf } from '../../fields/table.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { smokePolygons } from '../datasets/noaa-hms-smoke.ts';
import { insideParts, partRows } from './parts.ts';

export const smokeMirror = 'noaa-hms-smoke';

/** Classes from the thinnest to the thickest; a day counts once, under the thickest that was drawn over the point. */
const classes = ['not stated', 'light', 'medium', 'heavy'] as const;
const rankOf = new Map<string, number>(classes.map((name, rank) => [name, rank]));

/** Days of a year with smoke drawn over a point. */
export interface SmokeYear {
  readonly year: string;
  readonly smokeDays: number;
  readonly lightDays: number;
  readonly mediumDays: number;
  readonly heavyDays: number;
  readonly unclassedDays: number;
  /** Days without any polygon in the file of the year: nothing was drawn anywhere, or the day is missing. */
  readonly daysWithoutPolygons: number;
}

const daysIn = (year: number) => (new Date(Date.UTC(year + 1, 0, 1)).getTime() - Date.UTC(year, 0, 1)) / 86_400_000;

function thickestByDay(rows: readonly RowOf<typeof smokePolygons>[]): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const { day, density } of rows) {
    const rank = rankOf.get(density) ?? 0;
    days.set(day, Math.max(days.get(day) ?? 0, rank));
  }
  return days;
}

/**
 * Days with smoke drawn over a point in one year. A loaded year without any is `found` with zeros: the file speaks of every
 * day but those that it lacks, which are counted apart. `unavailable` where the year is not loaded.
 */
export function smokeDaysAt(mirror: MirrorAccess, point: GeoPoint, year: string): Lookup<SmokeYear> {
  const over = partRows(mirror, smokePolygons, [year], () => mirror.containing(smokeMirror, point, { year }));
  if (!hasData(over) && over.state !== 'empty') return over;
  const drawn = insideParts(mirror, smokeMirror, [year], () => mirror.valuesOf(smokeMirror, 'day', { year }));
  if (!hasData(drawn)) return drawn;
  const ofYear = (day: unknown) => String(day).startsWith(year);
  const days = thickestByDay(hasData(over) ? over.data.filter(({ day }) => ofYear(day)) : []);
  const count = (name: (typeof classes)[number]) => [...days.values()].filter((rank) => classes[rank] === name).length;
  const data: SmokeYear = {
    year,
    smokeDays: days.size,
    lightDays: count('light'),
    mediumDays: count('medium'),
    heavyDays: count('heavy'),
    unclassedDays: count('not stated'),
    daysWithoutPolygons: daysIn(Number(year)) - drawn.data.filter(ofYear).length,
  };
  return { ...drawn, data };
}
