import type { Dataset } from '../engine/dataset.ts';

/** States that take part, as the files are named; Puerto Rico does not. */
export const lodesStates: readonly string[] =
  'al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy'.split(
    ' ',
  );
const jobs = (column: string) => ({ from: column, type: 'integer' as const });
const geocode = (raw: Readonly<Record<string, unknown>>) => String(raw.w_geocode ?? '').padStart(15, '0');

/** The twenty sectors of the file, by their NAICS number. */
const sectors = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => String(at + 1).padStart(2, '0')).map((number) => [
    `sector${number}`,
    jobs(`CNS${number}`),
  ]),
);

const dataset: Dataset = {
  id: 'lodes-workplace',
  title: 'Jobs by census block of the workplace (LODES 8, WAC)',
  publisher: 'US Census Bureau, Longitudinal Employer-Household Dynamics',
  sourceUrl: 'https://lehd.ces.census.gov/data/lodes/LODES8/{part}/wac/{part}_wac_S000_JT00_{year}.csv.gz',
  datasetUrl: 'https://lehd.ces.census.gov/data/',
  licenseNote: 'US government work, public domain',
  vintage: '{year}',
  megabytes: 3,
  editions: {
    since: 2020,
    from: { years: 2, day: '10-01' },
    by: { years: 3, day: '06-30' },
  },
  cadence: 'yearly; some states lag or miss years',
  staleAfterDays: 800,
  file: { format: 'table' },
  columns: {
    state: { type: 'text', value: () => null },
    block: { type: 'text', value: geocode },
    blockGroup: { type: 'text', value: (raw) => geocode(raw).slice(0, 12) },
    tract: { type: 'text', value: (raw) => geocode(raw).slice(0, 11) },
    jobs: jobs('C000'),
    earningsTo1250: jobs('CE01'),
    earnings1251To3333: jobs('CE02'),
    earningsOver3333: jobs('CE03'),
    ...sectors,
  },
  keys: [['block'], ['blockGroup'], ['tract']],
  keep: (raw) => /^\d{14,15}$/.test(String(raw.w_geocode ?? '')),
  parts: { column: 'state', whole: lodesStates },
  limits: [
    'Noise is added to protect workers and employers: block figures are for adding up, not for reading one by one.',
    'Blocks of 2020. Jobs covered by unemployment insurance, and federal civilian jobs; the self-employed are not in it.',
  ],
  seen: {
    by: 'code',
    note: 'address and columns from the LODES 8 layout as many public clients use them; year 2023 is the latest seen there',
  },
};

export default dataset;
