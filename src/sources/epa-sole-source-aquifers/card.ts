import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint =
  'https://services.arcgis.com/cJ9YHowT8TU7DUyn/arcgis/rest/services/Sole_Source_Aquifers_August_2019/FeatureServer/0';

const card: SourceCard = {
  id: 'epa-sole-source-aquifers',
  name: 'Sole Source Aquifers (map of August 2019)',
  publisher: 'US Environmental Protection Agency',
  authority: 'official',
  landingUrl: 'https://www.epa.gov/dwssa',
  datasetUrl: endpoint,
  endpoint,
  covers: 'United States and territories',
  cadence: 'the layer dates from August 2019; designations since then are announced in the Federal Register',
  licenseNote: 'US government work, public domain',
  seen: { by: 'code', note: 'Service and field names as public clients of 2025 and 2026 use them; not called by us.' },
  http: { timeoutMs: 12_000, ttlSeconds: 2_592_000, concurrency: 2 },
  probe: { url: `${endpoint}?f=json`, expect: ['name', 'fields.0.name'] },
  peopleFree: true,
  limits: ['Boundaries are drawn for review areas; a designation is not a statement about water quality'],
};

export default card;
