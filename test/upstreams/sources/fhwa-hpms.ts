import type { FakeUpstream } from '../fake-upstream.ts';
import { type SamplePlace, samplePlaces } from '../places.ts';
import { eastWest, layerTable, offset } from '../tables.ts';

const folder = 'geo.dot.gov/server/rest/services/Hosted';
const places = { NC: samplePlaces.raleigh, IL: samplePlaces.chicago, MS: samplePlaces.biloxi };
/** Columns and codes after four public clients; facility type 6 is the carriageway that the inventory repeats. */
const segment = (at: SamplePlace, north: number, route: string, system: number, type: number, aadt: number | null) =>
  eastWest(offset(at, 0, north), 700, {
    route_id: route,
    f_system: system,
    facility_type: type,
    aadt,
    through_lanes: 4,
  });

const roads = Object.entries(places).map(([state, at]) =>
  layerTable({
    cardId: 'fhwa-hpms',
    endpoint: `${folder}/HPMS_FULL_${state}_2024/FeatureServer/0`,
    name: `HPMS_FULL_${state}_2024`,
    rows: () => [
      segment(at, 150, '20000070092', 3, 2, 23_500),
      segment(at, 160, '20000070092', 3, 6, 23_500),
      segment(at, -700, '10000040092', 1, 2, 118_000),
      segment(at, 420, '40001010092', 5, 2, null),
    ],
  }),
);

/** The folder lists a service a state and year, in either case, beside others; one that it lists may answer 404 inside a 200. */
const states = [...Object.keys(places), 'NY', 'PA', 'KS', 'CA', 'NV', 'CT'];
const services = [...states.map((state) => `HPMS_FULL_${state}_2024`), 'HPMS_Full_NC_2023', 'District_2018_PR'].map(
  (name) => ({ name: `Hosted/${name}`, type: 'FeatureServer' }),
);

const fakeUpstream: FakeUpstream = {
  cardId: 'fhwa-hpms',
  hosts: ['geo.dot.gov'],
  respond(request) {
    if (request.path === '/server/rest/services/Hosted') return { body: { folders: [], services } };
    if (/\/HPMS_FULL_CT_/i.test(request.path)) return { body: { error: { code: 404, message: 'Service not found' } } };
    const reply = roads.map((road) => road.respond(request)).find((one) => one !== undefined);
    if (reply) return reply;
    return request.path.endsWith('/query') ? { body: { objectIdFieldName: 'objectid', features: [] } } : undefined;
  },
};

export default fakeUpstream;
