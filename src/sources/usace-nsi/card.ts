import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://nsi.sec.usace.army.mil/nsiapi/structures';
const documentation =
  'https://www.hec.usace.army.mil/confluence/nsi/technicalreferences/latest/technical-documentation';

const card: SourceCard = {
  id: 'usace-nsi',
  name: 'National Structure Inventory (NSI), base data',
  publisher: 'US Army Corps of Engineers',
  authority: 'official',
  landingUrl: documentation,
  datasetUrl: documentation,
  endpoint,
  covers: 'Structures of the United States, as far as the base data of the inventory reach',
  cadence: 'a new edition every few years (2022, 2026)',
  licenseNote: 'US government work, public domain; may be shared and used by anyone',
  seen: {
    by: 'public_client',
    on: '2026-08-31',
    note: "One feature from the publisher's API guide and one from a test of the publisher; the question by polygon from public clients, August 2026. Not called by us.",
  },
  http: { timeoutMs: 12_000, ttlSeconds: 2_592_000, concurrency: 2 },
  probe: {
    url: `${endpoint}?bbox=-81.58418,30.25165,-81.58161,30.26939,-81.55898,30.26939,-81.55281,30.24998,-81.58418,30.25165&fmt=fc`,
    expect: ['type', 'features.0.properties.fd_id'],
  },
  peopleFree: true,
  limits: [
    'A modeled national inventory, not a verification of single structures: many attributes are estimated from parcel data, footprints, census data and regional distributions',
    'The year is the median of the census tract, not the year of the structure',
  ],
};

export default card;
