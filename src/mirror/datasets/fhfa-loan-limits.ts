import type { Dataset } from '../engine/dataset.ts';

const dataset: Dataset = {
  id: 'fhfa-loan-limits',
  title: 'Conforming loan limit values 2026, full county list',
  publisher: 'Federal Housing Finance Agency',
  sourceUrl: 'https://www.fhfa.gov/document/d/cll/fullcountyloanlimitlist2026_hera-based_final_flat.xlsx',
  datasetUrl: 'https://www.fhfa.gov/data/conforming-loan-limit-cll-values',
  licenseNote: 'US government work, public domain',
  vintage: '2026',
  cadence: 'announced each year in late November for the year that follows',
  staleAfterDays: 400,
  supersededAfterDays: 0,
  file: { format: 'table' },
  columns: {
    countyFips: {
      type: 'text',
      value: (raw) =>
        `${String(raw['FIPS State Code'] ?? '').padStart(2, '0')}${String(raw['FIPS County Code'] ?? '').padStart(3, '0')}`,
    },
    county: { from: 'County Name', type: 'text' },
    state: { from: 'State', type: 'text' },
    cbsa: { from: 'CBSA Number', type: 'text' },
    oneUnit: { from: 'One-Unit Limit', type: 'integer' },
    twoUnit: { from: 'Two-Unit Limit', type: 'integer' },
    threeUnit: { from: 'Three-Unit Limit', type: 'integer' },
    fourUnit: { from: 'Four-Unit Limit', type: 'integer' },
  },
  keys: [['countyFips']],
  keep: (raw) => /^\d{1,2}$/.test(String(raw['FIPS State Code'] ?? '')),
  shipped: [{ file: 'fhfa-loan-limits.csv.gz', edition: '2026', retrievedAt: '2025-12-06T00:00:00.000Z', rows: 3235 }],
  limits: ['Limits of 2026; the list for 2027 is a separate edition.', 'Connecticut is listed by planning region.'],
  verifiedAt: null,
  verification: 'address and columns from the published file of 2026 (3,235 rows); not seen live',
};

export default dataset;
