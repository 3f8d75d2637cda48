import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'opportunity-zones-2018',
  title: 'Qualified Opportunity Zones designated in 2018',
  publisher: 'Community Development Financial Institutions Fund, US Treasury',
  sourceUrl: 'https://www.cdfifund.gov/sites/cdfi/files/documents/designated-qozs.12.14.18.xlsx',
  alsoAt: ['https://www.cdfifund.gov/system/files/documents/designated-qozs.12.14.18.xlsx'],
  datasetUrl: 'https://www.cdfifund.gov/opportunity-zones',
  licenseNote: 'US government work, public domain',
  vintage: '2018-12-14',
  megabytes: 0.3,
  cadence: 'fixed; the designations end on 31 December 2028',
  staleAfterDays: 3650,
  file: { format: 'table' },
  columns: {
    tract2010: { from: 'Census Tract Number', type: 'text', pad: 11 },
    // the workbook writes its advice on filters into the header cell
    state: { from: ['State', 'Click arrow to filter state State'], type: 'text' },
    county: { from: 'County', type: 'text' },
    tractType: { from: 'Tract Type', type: 'text' },
  },
  keys: [['tract2010']],
  keep: (raw) => /^\d{10,11}$/.test(String(raw['Census Tract Number'] ?? '').trim()),
  shipped: [
    {
      file: 'opportunity-zones-2018.csv.gz',
      edition: '2018-12-14',
      retrievedAt: '2025-01-31T00:00:00.000Z',
      rows: 8764,
    },
  ],
  limits: ['Census tracts in their 2010 boundaries; the round of 2027 is a list of its own.'],
  seen: {
    by: 'code',
    note: 'columns and 8,764 rows from the published list; its two addresses and its size as several public clients state them; not seen live by us',
  },
};

export default dataset;
