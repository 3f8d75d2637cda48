import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { layerTable } from '../tables.ts';

/** The towns of the sample places lie inside an ineligible area, Biloxi as a made-up exception outside. */
const service = 'rdgdwe.sc.egov.usda.gov/arcgis/rest/services/Eligibility/Eligibility/MapServer';

const areas = layerTable({
  cardId: 'usda-rural-eligibility',
  endpoint: `${service}/4`,
  name: 'RHS SFH MFH',
  rows: () =>
    [samplePlaces.raleigh, samplePlaces.chicago, samplePlaces.newYork].map((at) => ({
      at,
      reachMeters: 9000,
      columns: { OBJECTID: 1 },
    })),
});

/** Numbers and names of layers 2 and 4 after public clients: the first is of programs for businesses. */
const layers = [
  { id: 2, name: 'RBS', subLayerIds: null },
  { id: 4, name: 'RHS SFH MFH', subLayerIds: null },
];

const fakeUpstream: FakeUpstream = {
  cardId: 'usda-rural-eligibility',
  hosts: areas.hosts,
  respond: (request) =>
    request.path === `/${service.split('/').slice(1).join('/')}`
      ? { body: { layers, tables: [] } }
      : areas.respond(request),
};

export default fakeUpstream;
