import type { Dataset } from '../engine/dataset.ts';

const share = (column: string) => ({ from: column, type: 'real' as const });

const dataset: Dataset = {
  id: 'fcc-bdc-summary',
  title: 'National Broadband Map, fixed broadband summary by county',
  publisher: 'Federal Communications Commission',
  sourceUrl: 'https://broadbandmap.fcc.gov/data-download/nationwide-data',
  datasetUrl: 'https://broadbandmap.fcc.gov/data-download/nationwide-data',
  licenseNote: 'US government work; the location fabric behind it is licensed and not part of this file',
  byHand: 'the ZIP with fixed_broadband_summary_by_geography….csv of the newest data date',
  vintage: 'D25 (as of 31 December 2025, file of 15 September 2026)',
  megabytes: 5,
  cadence: 'twice a year, re-issued in place in between',
  staleAfterDays: 270,
  file: { format: 'table', member: /fixed_broadband_summary_by_geography.*\.csv$/i },
  columns: {
    countyFips: { from: 'geography_id', type: 'text', pad: 5 },
    county: { from: ['geography_desc_full', 'geography_desc'], type: 'text' },
    technology: { from: 'technology', type: 'text' },
    use: { from: 'biz_res', type: 'text' },
    units: { from: 'total_units', type: 'integer' },
    share02: share('speed_02_02'),
    share10: share('speed_10_1'),
    share25: share('speed_25_3'),
    share100: share('speed_100_20'),
    share250: share('speed_250_25'),
    share1000: share('speed_1000_100'),
  },
  keys: [['countyFips', 'use']],
  keep: (raw) => raw.geography_type === 'County' && raw.area_data_type === 'Total',
  limits: ['What providers report as available, in shares of the units of a county; never one address.'],
  verifiedAt: null,
  verification:
    'file name and columns from public notes of 2026. The address is the download page: the file is taken by hand and loaded.',
};

export default dataset;
