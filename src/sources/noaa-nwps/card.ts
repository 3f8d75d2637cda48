import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://api.water.noaa.gov/nwps/v1/gauges';

const card: SourceCard = {
  id: 'noaa-nwps',
  name: 'NOAA National Water Prediction Service gauges',
  publisher: 'NOAA National Weather Service',
  authority: 'official',
  landingUrl: 'https://water.noaa.gov/',
  datasetUrl: 'https://api.water.noaa.gov/nwps/v1/docs/',
  recordUrl: 'https://water.noaa.gov/gauges/{recordId}',
  endpoint,
  covers: 'River and tide gauges of the United States that the National Weather Service follows',
  cadence: 'minutes to hours; observations can be 2 to 3 hours old',
  licenseNote: 'US government work, public domain; credit NOAA/NWS and USGS',
  seen: {
    by: 'recording',
    note: 'Status, thresholds and sentinels from answers recorded by others in 2026; not called by us.',
  },
  http: { timeoutMs: 12_000, ttlSeconds: 900, concurrency: 4 },
  probe: {
    url: `${endpoint}?bbox.xmin=-78.8&bbox.ymin=35.6&bbox.xmax=-78.4&bbox.ymax=35.9&srid=EPSG_4326`,
    expect: ['gauges'],
  },
  peopleFree: true,
  limits: ['Not every stream has a gauge; flood stages are set for the gauge and its reach, not for a property'],
};

export default card;
