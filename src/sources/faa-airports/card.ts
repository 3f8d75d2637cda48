import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://services6.arcgis.com/ssFJjBXIUyZDrSYZ/arcgis/rest/services/US_Airport/FeatureServer/0';

const card: SourceCard = {
  id: 'faa-airports',
  name: 'FAA airports',
  publisher: 'Federal Aviation Administration',
  authority: 'official',
  landingUrl: 'https://adds-faa.opendata.arcgis.com/',
  datasetUrl: endpoint,
  endpoint,
  covers: 'United States and territories',
  cadence: 'every 56 days',
  licenseNote: 'US government work, public domain',
  seen: { by: 'code', note: 'Layer and fields as a public client used them in July 2026. Not called by us.' },
  http: { timeoutMs: 15_000, ttlSeconds: 604_800, concurrency: 2, retries: 1 },
  probe: { url: `${endpoint}?f=json`, expect: ['fields.0.name'] },
  limits: ['Reference points of airports, not their boundaries or flight paths; heliports are left out.'],
};

export default card;
