import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://gis1.wim.usgs.gov/server/rest/services/CBRSMapper/CoastalBarrierResourcesSystem/MapServer/3';

const card: SourceCard = {
  id: 'usfws-cbrs',
  name: 'Coastal Barrier Resources System, approximate polygons',
  publisher: 'US Fish and Wildlife Service',
  authority: 'official',
  landingUrl: 'https://www.fws.gov/program/coastal-barrier-resources-act',
  datasetUrl: endpoint,
  endpoint,
  covers: 'Coasts of the Atlantic, the Gulf, the Great Lakes, Puerto Rico and the US Virgin Islands',
  cadence: 'as maps change by law or five-year review',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'public_client',
    on: '2026-07-06',
    note: 'Layer and fields seen live by others on 2026-07-06. Not called by us.',
  },
  peopleFree: true,
  http: { timeoutMs: 12_000, ttlSeconds: 2_592_000, concurrency: 2 },
  probe: { url: `${endpoint}?f=json`, expect: ['name', 'fields.0.name'] },
  limits: [
    'Approximate polygons: near a boundary only the Service can say on which side a building stands',
    'Absence of a unit says nothing about flooding or state coastal rules',
  ],
};

export default card;
