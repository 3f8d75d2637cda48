import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://api.waterdata.usgs.gov/ogcapi/v1/collections';

const card: SourceCard = {
  id: 'usgs-water',
  name: 'USGS Water Data',
  publisher: 'US Geological Survey',
  authority: 'official',
  landingUrl: 'https://waterdata.usgs.gov/',
  datasetUrl: `${endpoint}/monitoring-locations`,
  recordUrl: 'https://waterdata.usgs.gov/monitoring-location/{recordId}/',
  endpoint,
  covers: 'Stream, lake and well stations of the United States and territories',
  cadence: 'every 15 minutes, delivered hourly',
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
  http: { timeoutMs: 12_000, ttlSeconds: 900, concurrency: 3 },
  probe: {
    url: `${endpoint}/latest-continuous/items?f=json&monitoring_location_id=USGS-02087500&limit=1`,
    expect: ['features'],
  },
  peopleFree: true,
  limits: ['Provisional values can change after review', 'Gage height is measured from the station datum'],
};

export default card;
