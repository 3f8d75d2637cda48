import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint =
  'https://services.arcgis.com/xOi1kZaI0eWDREZv/arcgis/rest/services/NTAD_Railroad_Grade_Crossings/FeatureServer/0';

const card: SourceCard = {
  id: 'fra-crossings',
  name: 'National Highway-Rail Crossing Inventory',
  publisher: 'Federal Railroad Administration, US Department of Transportation',
  authority: 'official',
  landingUrl: 'https://railroads.dot.gov/safety-data/crossing-and-inventory-data/crossing-inventory-data-search',
  datasetUrl: 'https://railroads.dot.gov/safety-data/crossing-and-inventory-data/crossing-inventory-data-search',
  endpoint,
  covers: 'United States',
  cadence: 'several releases a year',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'CROSSING, STREET, RAILROAD, POSXING and TYPEXING as several public clients use them. Not called by us.',
  },
  http: { timeoutMs: 20_000, ttlSeconds: 2_592_000, concurrency: 2, retries: 1 },
  probe: { url: `${endpoint}?f=json`, expect: ['fields.0.name'] },
  limits: ['Crossings as railroads and states report them; a closed or unreported crossing can differ on the ground.'],
};

export default card;
