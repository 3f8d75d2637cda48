import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://earth-search.aws.element84.com/v1/search';

const card: SourceCard = {
  id: 'earth-search',
  name: 'Earth Search STAC (Sentinel-2 L2A)',
  publisher: 'Element 84, over the Registry of Open Data on AWS',
  authority: 'secondary',
  landingUrl: 'https://earth-search.aws.element84.com/v1',
  datasetUrl: 'https://earth-search.aws.element84.com/v1/collections/sentinel-2-l2a',
  recordUrl: 'https://earth-search.aws.element84.com/v1/collections/sentinel-2-l2a/items/{recordId}',
  endpoint,
  covers: 'World; scenes of Copernicus Sentinel-2',
  cadence: 'hours after each pass',
  lagDays: 1,
  licenseNote: 'Contains Copernicus Sentinel data; Copernicus Sentinel data terms',
  seen: { by: 'recording', note: 'Search answers recorded by others on 2025-07-31. Not called by us.' },
  http: { timeoutMs: 20_000, ttlSeconds: 3600, concurrency: 2 },
  probe: { url: 'https://earth-search.aws.element84.com/v1', expect: ['stac_version'] },
  peopleFree: true,
  limits: ['Cloud cover is of the whole tile, not of the box; a tile can reach into a box by a corner only'],
};

export default card;
