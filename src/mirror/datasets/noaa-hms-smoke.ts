import { z } from 'zod';
import { computed, partName } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

/** Day in UTC on which the satellite pictures begin, out of "2020001 1546": year, day of the year and time in UTC. */
function dayOf([start]: readonly unknown[]): string | undefined {
  const [, year, day] = /^\s*(\d{4})(\d{3})\b/.exec(String(start ?? '')) ?? [];
  if (year === undefined || Number(day) < 1 || Number(day) > 366) return undefined;
  return new Date(Date.UTC(Number(year), 0, Number(day))).toISOString().slice(0, 10);
}

/** Words since 2022, before that the middles of the classes in the same order. */
const densities = new Map([
  ['light', 'light'],
  ['medium', 'medium'],
  ['heavy', 'heavy'],
  ['5', 'light'],
  ['16', 'medium'],
  ['27', 'heavy'],
]);

const densityOf = ([density]: readonly unknown[]): string => {
  const stated = String(density ?? '')
    .trim()
    .toLowerCase()
    .replace(/\.0+$/, '');
  return densities.get(stated) ?? 'not stated';
};

export const smokePolygons = table('noaa-hms-smoke', {
  year: partName(),
  day: computed(['Start'], z.string(), dayOf, { required: true }),
  density: computed(['Density'], z.string(), densityOf, { required: true }),
});
