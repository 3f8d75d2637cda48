import { z } from 'zod';
import { computed, count, digits, partName } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import { states } from '../../geography/us-states.ts';
import type { Dataset } from '../engine/dataset.ts';

/** States that take part, as the files are named; Puerto Rico does not. */
export const lodesStates = states.filter(({ fips }) => fips < '60').map(({ code }) => code.toLowerCase());

/** The area that holds a block: the first digits of its code. */
export const prefixOf =
  (length: number) =>
  ([cell]: readonly unknown[]) =>
    String(cell ?? '')
      .padStart(15, '0')
      .slice(0, length);

/** The twenty sectors of the file, by their number in it. */
export const sectorNames = Array.from({ length: 20 }, (_, at) => `sector${String(at + 1).padStart(2, '0')}`);

/** Jobs in a block, of all kinds together. */
export const blockJobs = table('lodes-workplace', {
  state: partName(),
  block: digits('w_geocode', 15, { required: true }),
  blockGroup: computed(['w_geocode'], z.string(), prefixOf(12), { required: true }),
  tract: computed(['w_geocode'], z.string(), prefixOf(11), { required: true }),
  jobs: count('C000'),
  earningsTo1250: count('CE01'),
  earnings1251To3333: count('CE02'),
  earningsOver3333: count('CE03'),
  ...Object.fromEntries(sectorNames.map((name) => [name, count(name.replace('sector', 'CNS'))])),
});

export default {
  id: 'lodes-workplace',
  title: 'Jobs by census block of the workplace (LODES 8, WAC)',
  publisher: 'US Census Bureau, Longitudinal Employer-Household Dynamics',
  sourceUrl: 'https://lehd.ces.census.gov/data/lodes/LODES8/{part}/wac/{part}_wac_S000_JT00_{year}.csv.gz',
  datasetUrl: 'https://lehd.ces.census.gov/data/',
  vintage: '{year}',
  megabytes: 3,
  editions: { since: 2020, from: [2, '10-01'], by: [3, '06-30'] },
  cadence: 'yearly; some states lag or miss years',
  staleAfterDays: 800,
  file: { format: 'table' },
  columns: mirrorColumns(blockJobs),
  keys: [['block'], ['blockGroup'], ['tract']],
  parts: { column: 'state', whole: lodesStates },
  seen: {
    by: 'code',
    note: 'address and columns from the LODES 8 layout as many public clients use them; year 2023 is the latest seen there',
  },
} satisfies Dataset;
