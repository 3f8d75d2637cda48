import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://planetarycomputer.microsoft.com/api/stac/v1/search';

const card: SourceCard = {
  id: 'planetary-computer',
  name: 'Planetary Computer STAC (Sentinel-2 L2A)',
  publisher: 'Microsoft',
  authority: 'secondary',
  landingUrl: 'https://planetarycomputer.microsoft.com/dataset/sentinel-2-l2a',
  datasetUrl: 'https://planetarycomputer.microsoft.com/dataset/sentinel-2-l2a',
  recordUrl: 'https://planetarycomputer.microsoft.com/api/stac/v1/collections/sentinel-2-l2a/items/{recordId}',
  endpoint,
  covers: 'World; scenes of Copernicus Sentinel-2',
  cadence: 'within days of each pass',
  lagDays: 2,
  licenseNote: 'Contains Copernicus Sentinel data; Copernicus Sentinel data terms',
  seen: { by: 'recording', note: 'Search answers recorded by others on 2025-07-31. Not called by us.' },
  http: { timeoutMs: 20_000, ttlSeconds: 3600, concurrency: 2 },
  probe: { url: 'https://planetarycomputer.microsoft.com/api/stac/v1', expect: ['stac_version'] },
  peopleFree: true,
  limits: ['Cloud cover is of the whole tile, not of the box; the service does not count matches'],
};

export default card;
