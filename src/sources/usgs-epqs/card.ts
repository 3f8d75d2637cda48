import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://epqs.nationalmap.gov/v1/json';

const card: SourceCard = {
  id: 'usgs-epqs',
  name: 'USGS Elevation Point Query Service (3D Elevation Program)',
  publisher: 'US Geological Survey',
  authority: 'official',
  landingUrl: 'https://apps.nationalmap.gov/epqs/',
  datasetUrl: 'https://apps.nationalmap.gov/epqs/',
  endpoint,
  covers: 'United States and territories',
  cadence: 'as new elevation surveys are added',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'recording',
    note: 'Shape checked against an answer recorded by others in December 2025; not called by us.',
  },
  http: { timeoutMs: 8_000, ttlSeconds: 7_776_000, concurrency: 3, perSecond: 5, retries: 1 },
  probe: { url: `${endpoint}?x=-78.6431&y=35.7783&units=Feet&wkid=4326`, expect: ['value'] },
  peopleFree: true,
  limits: ['Bare-earth surface: no buildings and no trees', '0 and -1000000 over water stand for no data'],
};

export default card;
