import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint =
  'https://services.arcgis.com/cJ9YHowT8TU7DUyn/arcgis/rest/services/Water_System_Boundaries/FeatureServer/0';

const card: SourceCard = {
  id: 'epa-water-service-areas',
  name: 'Community Water System Service Area Boundaries',
  publisher: 'US Environmental Protection Agency',
  authority: 'official',
  landingUrl: 'https://www.epa.gov/ground-water-and-drinking-water/public-water-system-service-areas',
  datasetUrl: 'https://www.epa.gov/ground-water-and-drinking-water/public-water-system-service-areas',
  endpoint,
  covers: 'About 44,600 community water systems, United States',
  cadence: 'about yearly; version 3 of March 2026',
  licenseNote: 'US government work, public domain',
  seen: { by: 'code', note: 'Service and field names as eight public clients use them in 2026; not called by us.' },
  http: { timeoutMs: 15_000, ttlSeconds: 604_800, concurrency: 2 },
  probe: { url: `${endpoint}?f=json`, expect: ['name', 'fields.0.name'] },
  peopleFree: true,
  limits: [
    'Many boundaries are modeled, not reported; the method is named with each',
    'Private wells have no boundary',
  ],
};

export default card;
