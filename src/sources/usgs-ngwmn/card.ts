import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://api.waterdata.usgs.gov/ngwmn/ogcapi/collections';

const card: SourceCard = {
  id: 'usgs-ngwmn',
  name: 'National Ground-Water Monitoring Network',
  publisher: 'US Geological Survey with state and local agencies',
  authority: 'official',
  landingUrl: 'https://www.usgs.gov/apps/ngwmn/',
  datasetUrl: 'https://www.usgs.gov/apps/ngwmn/',
  endpoint,
  covers: 'Wells of the network in states whose agencies take part',
  cadence: 'as the agencies publish',
  licenseNote: 'US government work, public domain; data of the named agencies',
  seen: {
    by: 'recording',
    note: 'Collections and properties from shapes published with a USGS client in 2026; not called by us.',
  },
  key: {
    setting: 'SVC_KEY_USGS',
    required: false,
    in: 'header',
    name: 'X-Api-Key',
    signUpUrl: 'https://api.waterdata.usgs.gov/signup/',
  },
  http: { timeoutMs: 12_000, ttlSeconds: 86_400, concurrency: 2 },
  probe: { url: `${endpoint}/sites/items?f=json&state_name=Wisconsin&limit=1`, expect: ['features'] },
  peopleFree: true,
  limits: ['Not every state takes part'],
};

export default card;
