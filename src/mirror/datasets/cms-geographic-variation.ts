import { mirrorColumns } from '../../fields/table.ts';
import { medicareCounties } from '../../sources/cms-geographic-variation/fields.ts';
import type { Dataset } from '../engine/dataset.ts';

export default {
  id: 'cms-geographic-variation',
  title: 'Medicare Geographic Variation by county',
  publisher: 'Centers for Medicare & Medicaid Services',
  sourceUrl:
    'https://data.cms.gov/data-api/v1/dataset/6219697b-8f6c-4164-bed4-cd9317c58ebc/data?filter[YEAR]={part}&filter[BENE_GEO_LVL]=County&filter[BENE_AGE_LVL]=All&size=5000',
  datasetUrl:
    'https://data.cms.gov/summary-statistics-on-use-and-payments/medicare-geographic-comparisons/medicare-geographic-variation-by-national-state-county',
  vintage: { column: 'year' },
  megabytes: 20,
  editions: { since: 2014, from: [2, '03-01'], by: [2, '06-30'] },
  cadence: 'yearly, in May',
  staleAfterDays: 430,
  supersededAfterDays: 910,
  file: { format: 'json' },
  columns: mirrorColumns(medicareCounties),
  keys: [['countyFips', 'year']],
  keep: { BENE_GEO_LVL: /^County$/, BENE_AGE_LVL: /^All$/ },
  parts: { column: 'year', newest: 1 },
  seen: {
    by: 'code',
    note: 'dataset number, filters and column names as several public clients of 2026 use them; not seen live by us',
  },
} satisfies Dataset;
