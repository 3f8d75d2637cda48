import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://index.nationalmap.gov/arcgis/rest/services/3DEPElevationIndex/MapServer';

const card: SourceCard = {
  id: 'usgs-3dep-index',
  name: '3DEP Elevation Index, work units',
  publisher: 'US Geological Survey',
  authority: 'official',
  landingUrl: 'https://www.usgs.gov/3d-elevation-program/3dep-spatial-metadata',
  datasetUrl: endpoint,
  endpoint,
  covers: 'United States and territories',
  cadence: 'weekly to monthly, as projects are published',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'Service and fields as eight public clients use them in 2026; layer numbers differ between them, so the layer is found by name. Not called by us.',
  },
  http: { timeoutMs: 20_000, ttlSeconds: 604_800, concurrency: 2 },
  probe: { url: `${endpoint}?f=json`, expect: ['layers.0.name'] },
  peopleFree: true,
  limits: ['Footprints of projects; says what was collected, not how the ground lies'],
};

export default card;
