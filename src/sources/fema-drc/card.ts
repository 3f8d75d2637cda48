import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://gis.fema.gov/arcgis/rest/services/FEMA/DRC/FeatureServer/0';

const card: SourceCard = {
  id: 'fema-drc',
  name: 'FEMA disaster recovery centers, open',
  publisher: 'Federal Emergency Management Agency',
  authority: 'official',
  landingUrl: 'https://egateway.fema.gov/ESF6/DRCLocator',
  datasetUrl: 'https://egateway.fema.gov/ESF6/DRCLocator',
  endpoint,
  covers: 'United States and territories, while centers are open',
  cadence: 'hourly',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'Layer 0 (open centers) and field names as several public clients use them in 2026. Not called by us.',
  },
  http: { timeoutMs: 12_000, ttlSeconds: 3600, concurrency: 2 },
  probe: { url: `${endpoint}?f=json`, expect: ['fields.0.name'] },
  limits: ['Centers open and close at short notice; the locator page has the hours of the day'],
};

export default card;
