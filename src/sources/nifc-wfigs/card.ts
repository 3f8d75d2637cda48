import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint =
  'https://services3.arcgis.com/T4QMspbfLg3qTGWY/arcgis/rest/services/WFIGS_Interagency_Perimeters/FeatureServer/0';

const card: SourceCard = {
  id: 'nifc-wfigs',
  name: 'WFIGS Interagency Fire Perimeters',
  publisher: 'National Interagency Fire Center',
  authority: 'official',
  landingUrl: 'https://data-nifc.opendata.arcgis.com/',
  datasetUrl: endpoint,
  endpoint,
  covers: 'United States; fires with a mapped perimeter, mostly since 2020',
  cadence: 'minutes during a fire',
  licenseNote: 'Public, no stated restrictions; perimeters are provisional',
  seen: { by: 'recording', note: 'Field names from features recorded by others in May 2026. Not called by us.' },
  http: { timeoutMs: 20_000, ttlSeconds: 1800, concurrency: 3 },
  probe: { url: `${endpoint}?f=json`, expect: ['fields.0.name'] },
  limits: ['Many small fires have no mapped perimeter', 'Acres of the mapped perimeter, not of damage'],
};

export default card;
