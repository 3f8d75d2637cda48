import type { SourceCard } from '../../kernel/source-card.ts';

/** The service has moved more than once; the hosts are asked in this order. */
export const nwiLayers = [
  'https://fwspublicservices.wim.usgs.gov/wetlandsmapservice/rest/services/Wetlands/MapServer/0',
  'https://fwsprimary.wim.usgs.gov/server/rest/services/Wetlands/MapServer/0',
] as const;

const card: SourceCard = {
  id: 'usfws-nwi',
  name: 'National Wetlands Inventory',
  publisher: 'US Fish and Wildlife Service',
  authority: 'official',
  landingUrl: 'https://www.fws.gov/program/national-wetlands-inventory',
  datasetUrl: 'https://www.fws.gov/program/national-wetlands-inventory',
  endpoint: nwiLayers[0],
  covers: 'United States and territories, from aerial imagery of different years',
  cadence: 'updated twice a year, project by project',
  licenseNote: 'US government work, public domain',
  seen: {
    by: 'code',
    note: 'Hosts and fields as several public clients use them in 2026; field names may carry a table prefix. Not called by us.',
  },
  http: { timeoutMs: 10_000, ttlSeconds: 2_592_000, concurrency: 4, retries: 0 },
  probe: { url: `${nwiLayers[0]}?f=json`, expect: ['name', 'fields.0.name'] },
  peopleFree: true,
  limits: [
    'Drawn from imagery: small, wooded or farmed wetlands are missed; no regulatory boundary',
    'Absence of a polygon is not absence of a wetland',
  ],
};

export default card;
