import { z } from 'zod';
import { computed, partName } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';

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

export default {
  id: 'noaa-hms-smoke',
  title: 'Hazard Mapping System, smoke polygons by year',
  publisher: 'NOAA National Environmental Satellite, Data, and Information Service',
  sourceUrl:
    'https://satepsanone.nesdis.noaa.gov/pub/FIRE/web/HMS/Smoke_Polygons/Shapefile/Annual_Bundles/hms_smoke{part}.zip',
  datasetUrl: 'https://www.ospo.noaa.gov/products/land/hms.html',
  vintage: { column: 'day' },
  outside: ['AS', 'GU', 'MP'],
  megabytes: 6,
  editions: { since: 2011, from: [1, '01-05'], by: [1, '02-15'] },
  cadence: 'a file for each year; the analysis of a day is drawn the same day',
  staleAfterDays: 400,
  supersededAfterDays: 450,
  file: { format: 'shapefile' },
  columns: mirrorColumns(smokePolygons),
  polygon: true,
  keys: [['year', 'day']],
  parts: { column: 'year', newest: 10 },
  seen: {
    by: 'code',
    note: 'address, attributes and their values as several public clients of the annual files of 2011 to 2026 read them; not seen live by us',
  },
} satisfies Dataset;
