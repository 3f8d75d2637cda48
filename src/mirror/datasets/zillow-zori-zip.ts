import { z } from 'zod';
import { computed, digits, text } from '../../fields/define.ts';
import { numberOf } from '../../fields/numbers.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';

/** The file has a column for each month, by its last day; the index begins in 2015. */
const monthEnds = Array.from({ length: 12 * 35 }, (_, at) =>
  new Date(Date.UTC(2015, at + 1, 0)).toISOString().slice(0, 10),
);

/** The newest month of a line that has a value. */
const newestOf = (cells: readonly unknown[]) => cells.findLastIndex((cell) => (numberOf(cell) ?? 0) > 0);

export const rentIndexes = table('zillow-zori-zip', {
  zip: digits('RegionName', 5, { required: true }),
  state: text('State'),
  month: computed(monthEnds, z.string(), (cells) => monthEnds[newestOf(cells)]?.slice(0, 7), { required: true }),
  /** Dollars a month. */
  rent: computed(monthEnds, z.number(), (cells) => numberOf(cells[newestOf(cells)]), { required: true }),
});

export default {
  id: 'zillow-zori-zip',
  title: 'Zillow Observed Rent Index by ZIP code',
  publisher: 'Zillow',
  sourceUrl: 'https://files.zillowstatic.com/research/public_csvs/zori/Zip_zori_uc_sfrcondomfr_sm_month.csv',
  datasetUrl: 'https://www.zillow.com/research/data/',
  licenseNote: 'Zillow; used under the terms of Zillow Research data, which ask for attribution',
  terms: {
    words: 'the publisher is a company, and its data stand under its own terms',
    url: 'https://www.zillow.com/research/data/',
  },
  vintage: { column: 'month' },
  outside: ['AS', 'GU', 'MP', 'PR', 'VI'],
  megabytes: 10,
  cadence: 'monthly, about the 16th of the following month',
  staleAfterDays: 70,
  supersededAfterDays: 100,
  file: { format: 'table' },
  columns: mirrorColumns(rentIndexes),
  keys: [['zip']],
  seen: {
    by: 'code',
    note: 'address and columns as many public clients read the file up to September 2026; not seen live by us',
  },
} satisfies Dataset;
