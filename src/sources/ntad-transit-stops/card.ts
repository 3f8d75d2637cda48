import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint =
  'https://services.arcgis.com/xOi1kZaI0eWDREZv/arcgis/rest/services/NTAD_National_Transit_Map_Stops/FeatureServer/0';

const card: SourceCard = {
  id: 'ntad-transit-stops',
  name: 'National Transit Map Stops',
  publisher: 'US Department of Transportation, Bureau of Transportation Statistics',
  authority: 'official',
  landingUrl: 'https://geodata.bts.gov/',
  datasetUrl: endpoint,
  endpoint,
  covers: 'Agencies that take part in the National Transit Map',
  cadence: 'about yearly',
  licenseNote: 'The layer states CC BY 3.0 US; compiled from feeds that agencies submit',
  licenseUrl: 'https://creativecommons.org/licenses/by/3.0/us/',
  seen: {
    by: 'public_client',
    on: '2026-10-01',
    note: 'Layer and fields seen live by others on 2026-10-01. Not called by us.',
  },
  http: { timeoutMs: 15_000, ttlSeconds: 604_800, concurrency: 2, retries: 1 },
  probe: { url: `${endpoint}?f=json`, expect: ['fields.0.name'] },
  peopleFree: true,
  limits: ['Compiled about once a year: stops of agencies that do not take part are missing, routes may have changed.'],
};

export default card;
