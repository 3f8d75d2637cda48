import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'fhfa-hpi-county',
  title: 'House Price Index by county, annual, all transactions',
  publisher: 'Federal Housing Finance Agency',
  sourceUrl: 'https://www.fhfa.gov/hpi/download/annual/hpi_at_county.xlsx',
  datasetUrl: 'https://www.fhfa.gov/data/hpi/datasets',
  licenseNote: 'US government work, public domain',
  vintage: { column: 'year' },
  outside: ['AS', 'GU', 'MP', 'PR', 'VI'],
  megabytes: 4,
  cadence: 'yearly, at the end of March',
  staleAfterDays: 430,
  supersededAfterDays: 480,
  file: { format: 'table' },
  columns: {
    countyFips: { from: ['FIPS code', 'FIPS'], type: 'text', pad: 5 },
    county: { from: 'County', type: 'text' },
    state: { from: 'State', type: 'text' },
    year: { from: 'Year', type: 'integer' },
    annualChangePercent: { from: 'Annual Change (%)', type: 'real' },
    index: { from: 'HPI', type: 'real' },
    index2000: { from: 'HPI with 2000 base', type: 'real' },
  },
  keys: [['countyFips', 'year']],
  keep: (raw) => /^\d{4}/.test(String(raw.Year ?? '')),
  limits: ['Developmental index of FHFA: nominal, not seasonally adjusted; base years differ by county.'],
  seen: {
    by: 'recording',
    note: 'columns from the published file (edition to 2017); address as several public clients of 2026 use it; not seen live by us',
  },
};

export default dataset;
