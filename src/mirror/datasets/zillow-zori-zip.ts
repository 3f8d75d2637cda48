import type { Dataset, RawRow } from '../engine/dataset.ts';

/** The newest month of a line that has a value: a column for each month, by its last day. */
function newest(raw: RawRow): { readonly month: string; readonly rent: number } | undefined {
  const months = Object.keys(raw)
    .filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name) && String(raw[name] ?? '').trim() !== '')
    .sort();
  const last = months.at(-1);
  const rent = last === undefined ? Number.NaN : Number(raw[last]);
  return last !== undefined && rent > 0 ? { month: last.slice(0, 7), rent } : undefined;
}

const dataset: Dataset = {
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
  file: { format: 'table', expects: ['RegionName', 'RegionType', 'StateName'] },
  columns: {
    zip: { from: 'RegionName', type: 'text', pad: 5 },
    state: { from: 'State', type: 'text' },
    month: { type: 'text', value: (raw) => newest(raw)?.month },
    /** Dollars a month. */
    rent: { type: 'real', value: (raw) => newest(raw)?.rent },
  },
  keys: [['zip']],
  keep: (raw) => newest(raw) !== undefined,
  limits: [
    'An index of asking rents of all homes of the ZIP together, smoothed over months, by a company and not by an office.',
  ],
  seen: {
    by: 'code',
    note: 'address and columns as many public clients read the file up to September 2026; not seen live by us',
  },
};

export default dataset;
