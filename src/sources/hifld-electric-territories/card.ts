import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint =
  'https://services3.arcgis.com/OYP7N6mAJJCyH6hd/arcgis/rest/services/Electric_Retail_Service_Territories_HIFLD/FeatureServer/0';

const card: SourceCard = {
  id: 'hifld-electric-territories',
  name: 'Electric Retail Service Territories, frozen copy of August 2025 (HIFLD)',
  publisher: 'HIFLD program of the US Department of Homeland Security; copy hosted by others',
  authority: 'secondary',
  landingUrl: 'https://www.arcgis.com/home/search.html?q=Electric_Retail_Service_Territories_HIFLD',
  datasetUrl: endpoint,
  endpoint,
  covers: 'United States',
  cadence: 'never: HIFLD Open was shut down on 2025-08-26 and this copy will not be updated',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'Notes of others who saw the copy answer in August and September 2026; no exact day, not called by us.',
  },
  http: { timeoutMs: 12_000, ttlSeconds: 2_592_000, concurrency: 2 },
  probe: { url: `${endpoint}?f=json`, expect: ['name', 'fields.0.name'] },
  peopleFree: true,
  limits: ['Frozen on 2025-08-21', 'Polygons overlap and edges are approximate: a candidate, not the serving utility'],
};

export default card;
