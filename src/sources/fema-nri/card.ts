import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint =
  'https://services.arcgis.com/XG15cJAlne2vxtgt/arcgis/rest/services/National_Risk_Index_Counties/FeatureServer/0';

const card: SourceCard = {
  id: 'fema-nri',
  name: 'National Risk Index, counties (frequencies and expected losses)',
  publisher: 'Federal Emergency Management Agency',
  authority: 'official',
  landingUrl: 'https://www.fema.gov/about/openfema/data-sets/national-risk-index-data',
  datasetUrl: 'https://www.fema.gov/about/openfema/data-sets/national-risk-index-data',
  endpoint,
  covers: 'Counties of the United States and territories',
  cadence: 'about once a year; the version stands in each row',
  licenseNote: "Public domain; this product uses FEMA's National Risk Index dataset but is not endorsed by FEMA",
  seen: {
    by: 'code',
    note: 'Layer and field names as public clients used them in September 2026 (version of December 2025). Not called by us.',
  },
  http: { timeoutMs: 15_000, ttlSeconds: 604_800, concurrency: 2 },
  probe: { url: `${endpoint}?f=json`, expect: ['fields.0.name'] },
  peopleFree: true,
  limits: [
    'Modelled averages of a whole county; the expected loss counts people in dollars and says nothing about one property',
    "The index's composite figures are not read",
  ],
};

export default card;
