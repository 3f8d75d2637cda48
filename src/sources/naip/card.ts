import type { SourceCard } from '../../kernel/source-card.ts';

const service = 'https://imagery.nationalmap.gov/arcgis/rest/services/USGSNAIPPlus/ImageServer';

const card: SourceCard = {
  id: 'usda-naip',
  name: 'USDA National Agriculture Imagery Program (NAIP)',
  publisher: 'US Department of Agriculture; served by the US Geological Survey',
  authority: 'official',
  landingUrl: 'https://naip-usdaonline.hub.arcgis.com/',
  datasetUrl: service,
  endpoint: service,
  covers: 'Contiguous United States, newest vintage of each state',
  cadence: 'each state every two to three years',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'Service, catalog fields and export parameters as public clients use them; the type of the acquisition date is not confirmed, so all forms are read. Not called by us.',
  },
  http: { timeoutMs: 7_000, ttlSeconds: 604_800, maxBytes: 4_000_000, concurrency: 3, retries: 0 },
  probe: { url: `${service}?f=json`, expect: ['name', 'pixelSizeX'] },
  peopleFree: true,
  limits: [
    'Only the newest vintage per state; other imagery in the service is filtered out',
    'An image shows the day it was taken, not today',
  ],
};

export default card;
