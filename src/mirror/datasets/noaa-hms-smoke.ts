import type { Dataset, RawRow } from '../engine/dataset.ts';

/** "2020001 1546": year, day of the year and time in UTC. */
function dayOf({ Start }: RawRow): string | undefined {
  const [, year, day] = /^(\d{4})(\d{3})\b/.exec(String(Start ?? '').trim()) ?? [];
  if (year === undefined || Number(day) < 1 || Number(day) > 366) return undefined;
  return new Date(Date.UTC(Number(year), 0, Number(day))).toISOString().slice(0, 10);
}

/** Words since 2022, before that the middles of the classes in the same order. */
const densities: Readonly<Record<string, string>> = {
  light: 'light',
  medium: 'medium',
  heavy: 'heavy',
  '5': 'light',
  '16': 'medium',
  '27': 'heavy',
};

function densityOf({ Density }: RawRow): string {
  const stated = String(Density ?? '')
    .trim()
    .toLowerCase()
    .replace(/\.0+$/, '');
  return densities[stated] ?? 'not stated';
}

const dataset: Dataset = {
  id: 'noaa-hms-smoke',
  title: 'Hazard Mapping System, smoke polygons by year',
  publisher: 'NOAA National Environmental Satellite, Data, and Information Service',
  sourceUrl:
    'https://satepsanone.nesdis.noaa.gov/pub/FIRE/web/HMS/Smoke_Polygons/Shapefile/Annual_Bundles/hms_smoke{part}.zip',
  datasetUrl: 'https://www.ospo.noaa.gov/products/land/hms.html',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'day' },
  outside: ['AS', 'GU', 'MP'],
  megabytes: 6,
  editions: {
    since: 2011,
    from: { years: 1, day: '01-05' },
    by: { years: 1, day: '02-15' },
  },
  cadence: 'a file for each year; the analysis of a day is drawn the same day',
  staleAfterDays: 400,
  supersededAfterDays: 450,
  file: { format: 'shapefile', expects: ['Start', 'Density'] },
  columns: {
    year: { type: 'text', value: () => null },
    /** Day in UTC on which the satellite pictures begin. */
    day: { type: 'text', value: dayOf },
    density: { type: 'text', value: densityOf },
  },
  polygon: true,
  keys: [['year', 'day']],
  keep: (raw) => dayOf(raw) !== undefined,
  parts: { column: 'year', newest: 10 },
  limits: [
    'Smoke that analysts saw from above in satellite pictures, at whatever height: not measured at the ground.',
    'Classes are drawn by eye inside each other, and the way of drawing has changed over the years; days are days in UTC.',
  ],
  seen: {
    by: 'code',
    note: 'address, attributes and their values as several public clients of the annual files of 2011 to 2026 read them; not seen live by us',
  },
};

export default dataset;
