import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://api.waterdata.usgs.gov/ogcapi/v1/collections';

const card: SourceCard = {
  id: 'usgs-groundwater',
  name: 'USGS Water Data, groundwater wells and field measurements',
  publisher: 'US Geological Survey',
  authority: 'official',
  landingUrl: 'https://waterdata.usgs.gov/',
  datasetUrl: `${endpoint}/monitoring-locations`,
  recordUrl: 'https://waterdata.usgs.gov/monitoring-location/{recordId}/',
  endpoint,
  covers: 'Wells of the USGS network, United States and territories',
  cadence: 'as field visits are entered; most wells are no longer visited',
  licenseNote: 'US government work, public domain; recent values are provisional',
  seen: {
    by: 'recording',
    note: 'Collections and properties from recordings of August 2026 (version 0 of the same interface); not called by us.',
  },
  key: {
    setting: 'SVC_KEY_USGS',
    required: false,
    in: 'header',
    name: 'X-Api-Key',
    signUpUrl: 'https://api.waterdata.usgs.gov/signup/',
  },
  http: { timeoutMs: 12_000, ttlSeconds: 86_400, concurrency: 3 },
  probe: {
    url: `${endpoint}/monitoring-locations/items?f=json&site_type_code=GW&state_code=37&limit=1`,
    expect: ['features'],
  },
  peopleFree: true,
  limits: [
    'Depth to water is measured from the land surface at the well',
    'Provisional values can change after review',
    'One public client saw questions by box give nothing in June 2026; the own client of USGS relies on them',
  ],
};

export default card;
