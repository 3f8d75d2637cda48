import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://tigerweb.geo.census.gov/arcgis/rest/services/TIGERweb/Transportation/MapServer';

const card: SourceCard = {
  id: 'tiger-roads',
  name: 'TIGERweb Transportation',
  publisher: 'US Census Bureau',
  authority: 'official',
  landingUrl: 'https://tigerweb.geo.census.gov/tigerwebmain/TIGERweb_main.html',
  datasetUrl: endpoint,
  endpoint,
  covers: 'United States',
  cadence: 'yearly',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'Layers 2, 6 and 8 with NAME and MTFCC as several public clients use them. Not called by us.',
  },
  http: { timeoutMs: 20_000, ttlSeconds: 2_592_000, concurrency: 3, retries: 1 },
  probe: { url: `${endpoint}/8?f=json`, expect: ['fields.0.name'] },
  peopleFree: true,
  limits: [
    'Center lines for statistics: no width, no right of way, no statement of who may use a road or keeps it up.',
  ],
};

export default card;
