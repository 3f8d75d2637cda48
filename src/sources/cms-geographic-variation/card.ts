import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://data.cms.gov/data-api/v1/dataset/6219697b-8f6c-4164-bed4-cd9317c58ebc/data';

const card: SourceCard = {
  id: 'cms-geographic-variation',
  name: 'Medicare Geographic Variation, by county',
  publisher: 'Centers for Medicare & Medicaid Services',
  authority: 'official',
  landingUrl:
    'https://data.cms.gov/summary-statistics-on-use-and-payments/medicare-geographic-comparisons/medicare-geographic-variation-by-national-state-county',
  datasetUrl:
    'https://data.cms.gov/summary-statistics-on-use-and-payments/medicare-geographic-comparisons/medicare-geographic-variation-by-national-state-county',
  endpoint,
  covers: 'Counties of the United States; Original Medicare',
  cadence: 'yearly, in May, for the year before last',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'Dataset number, filters and column names from public notes of the 2026-05-15 release; not called by us.',
  },
  http: { timeoutMs: 15_000, ttlSeconds: 2_592_000 },
  probe: { url: `${endpoint}?size=1`, expect: ['0.YEAR'] },
  peopleFree: true,
  limits: ['Counts below 11 are suppressed', 'Where beneficiaries live, not where care was given'],
};

export default card;
