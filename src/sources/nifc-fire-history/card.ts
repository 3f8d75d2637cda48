import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint =
  'https://services3.arcgis.com/T4QMspbfLg3qTGWY/arcgis/rest/services/InterAgencyFirePerimeterHistory_All_Years_View/FeatureServer/0';

const card: SourceCard = {
  id: 'nifc-fire-history',
  name: 'Interagency Fire Perimeter History, all years',
  publisher: 'National Interagency Fire Center',
  authority: 'official',
  landingUrl: 'https://data-nifc.opendata.arcgis.com/',
  datasetUrl: endpoint,
  endpoint,
  covers: 'United States; perimeters that agencies contributed, uneven before 1980',
  cadence: 'yearly, after the season',
  licenseNote: 'Public, no stated restrictions',
  seen: {
    by: 'code',
    note: 'Layer and field names (INCIDENT, FIRE_YEAR_INT, GIS_ACRES) as several public clients use them in 2026. Not called by us.',
  },
  http: { timeoutMs: 20_000, ttlSeconds: 604_800, concurrency: 3 },
  probe: { url: `${endpoint}?f=json`, expect: ['fields.0.name'] },
  limits: ['Leans to larger fires; one fire can stand in it more than once', 'The newest seasons may be missing'],
};

export default card;
