import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://tnmaccess.nationalmap.gov/api/v1/products';

const card: SourceCard = {
  id: 'usgs-tnm',
  name: 'The National Map, product downloads',
  publisher: 'US Geological Survey',
  authority: 'official',
  landingUrl: 'https://apps.nationalmap.gov/downloader/',
  datasetUrl: 'https://apps.nationalmap.gov/downloader/',
  endpoint,
  covers: 'United States and territories',
  cadence: 'as products are published',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'Request and answer as public clients use them in September and October 2026. Not called by us.',
  },
  http: { timeoutMs: 20_000, ttlSeconds: 604_800, concurrency: 3 },
  probe: {
    url: `${endpoint}?datasets=Lidar%20Point%20Cloud%20(LPC)&bbox=-78.65,35.77,-78.64,35.78&max=1&outputFormat=JSON`,
    expect: ['total'],
  },
  peopleFree: true,
  limits: [
    'Tiles, not footprints: a tile can reach a point with little data in it',
    'The service is often slow or down',
  ],
};

export default card;
