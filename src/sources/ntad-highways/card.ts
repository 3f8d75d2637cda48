import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint =
  'https://services.arcgis.com/xOi1kZaI0eWDREZv/arcgis/rest/services/NTAD_National_Highway_System/FeatureServer/0';

const card: SourceCard = {
  id: 'ntad-highways',
  name: 'National Highway System',
  publisher: 'US Department of Transportation, Bureau of Transportation Statistics (from FHWA)',
  authority: 'official',
  landingUrl: 'https://geodata.bts.gov/',
  datasetUrl: endpoint,
  endpoint,
  covers: 'United States',
  cadence: 'yearly',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: "The service stands in the publisher's directory; SIGN1 and LNAME as public clients use them. Not called by us.",
  },
  http: { timeoutMs: 20_000, ttlSeconds: 2_592_000, concurrency: 2, retries: 1 },
  probe: { url: `${endpoint}?f=json`, expect: ['fields.0.name'] },
  peopleFree: true,
  limits: ['National Highway System only: interstates, principal arterials and connectors, not every road.'],
};

export default card;
