import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://elevation.nationalmap.gov/arcgis/rest/services/3DEPElevation/ImageServer';

const card: SourceCard = {
  id: 'usgs-3dep-elevation',
  name: 'USGS 3D Elevation Program, bare-earth elevation',
  publisher: 'US Geological Survey',
  authority: 'official',
  landingUrl: 'https://www.usgs.gov/3d-elevation-program',
  datasetUrl: endpoint,
  endpoint,
  covers: 'United States and territories',
  cadence: 'as new elevation surveys are added',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'Samples at several points in one question, meters as text, as several public clients use them in 2026, of which one says that the point query service gives the same values. Not called by us.',
  },
  http: { timeoutMs: 12_000, ttlSeconds: 7_776_000, concurrency: 2, retries: 1 },
  probe: { url: `${endpoint}?f=json`, expect: ['name'] },
  peopleFree: true,
  limits: ['Bare-earth surface: no buildings and no trees', 'Points without data are left out of an answer'],
};

export default card;
