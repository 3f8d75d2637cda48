import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint =
  'https://services.arcgis.com/xOi1kZaI0eWDREZv/arcgis/rest/services/NTAD_North_American_Rail_Network_Lines/FeatureServer/0';

const card: SourceCard = {
  id: 'ntad-rail',
  name: 'North American Rail Network Lines',
  publisher: 'US Department of Transportation, Bureau of Transportation Statistics (from FRA)',
  authority: 'official',
  landingUrl: 'https://doi.org/10.21949/1528950',
  datasetUrl: 'https://doi.org/10.21949/1528950',
  endpoint,
  covers: 'United States, Canada and Mexico',
  cadence: 'several releases a year',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: "The service stands in the publisher's directory; RROWNER1 and NET as public clients use them. Not called by us.",
  },
  http: { timeoutMs: 20_000, ttlSeconds: 2_592_000, concurrency: 2, retries: 1 },
  probe: { url: `${endpoint}?f=json`, expect: ['fields.0.name'] },
  peopleFree: true,
  limits: ['Lines of track; says nothing about trains per day or whether a line is in use.'],
};

export default card;
