import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'fhfa-hpi-state',
  title: 'House Price Index by state, quarterly, all transactions',
  publisher: 'Federal Housing Finance Agency',
  sourceUrl: 'https://www.fhfa.gov/hpi/download/quarterly_datasets/hpi_at_state.csv',
  datasetUrl: 'https://www.fhfa.gov/data/hpi/datasets',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'quarter' },
  outside: ['AS', 'GU', 'MP', 'PR', 'VI'],
  megabytes: 0.2,
  cadence: 'quarterly, about two months after the quarter',
  staleAfterDays: 190,
  supersededAfterDays: 190,
  // the official file has no header line; a copy with one loses that line to `keep`
  file: { format: 'table', header: ['State', 'Year', 'Quarter', 'HPI'] },
  columns: {
    state: { from: 'State', type: 'text' },
    quarter: { type: 'text', value: (raw) => `${String(raw.Year).trim()}Q${String(raw.Quarter).trim()}` },
    index: { from: 'HPI', type: 'real' },
  },
  keys: [['state', 'quarter']],
  keep: (raw) => /^\s*\d{4}\s*$/.test(String(raw.Year ?? '')),
  limits: ['Nominal, not seasonally adjusted, all transactions; 1980 Q1 = 100.'],
  seen: {
    by: 'recording',
    note: 'columns from the published file (edition to 2017); address and size as two public clients of 2026 state them; not seen live by us',
  },
};

export default dataset;
