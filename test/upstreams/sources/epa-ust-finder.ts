import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

type Placed = ReturnType<Parameters<typeof layerTable>[0]['rows']>[number];

const { raleigh, biloxi } = samplePlaces;
const service = 'services.arcgis.com/cJ9YHowT8TU7DUyn/arcgis/rest/services/UST_Finder_Feature_Layer_2/FeatureServer';

function placed(at: { latitude: number; longitude: number }, columns: Readonly<Record<string, unknown>>): Placed {
  return { at, columns: { ...columns, Latitude: at.latitude, Longitude: at.longitude } };
}

const facility = (place: typeof raleigh | typeof biloxi, east: number, id: string, name: string, open: number | null) =>
  placed(offset(place, east, 50), {
    Facility_ID: id,
    Name: name,
    Address: '10 SYNTHETIC AVE',
    State: place === raleigh ? 'North Carolina' : 'Mississippi',
    Facility_Status: open ? 'Open UST(s)' : 'Closed UST(s)',
    Open_USTs: open,
    Closed_USTs: 2,
  });

const release = (place: typeof raleigh | typeof biloxi, east: number, id: string, status: string) =>
  placed(offset(place, east, -60), {
    LUST_ID: id,
    Name: 'SYNTHETIC FUEL STOP',
    Address: '10 SYNTHETIC AVE',
    Status: status,
    Substance: 'GASOLINE',
    Reported_Date: Date.parse('2009-04-14'),
  });

const tank = (facilityId: string, status: string, capacity: number | null) => ({
  columns: { Facility_ID: facilityId, Tank_ID: `${facilityId}-T`, Tank_Status: status, Capacity: capacity },
});

const layers = [
  layerTable({
    cardId: 'epa-ust-finder',
    endpoint: `${service}/0`,
    rows: () => [
      facility(raleigh, 250, 'NC0001', 'SYNTHETIC FUEL STOP', 3),
      facility(raleigh, 600, 'NC0002', 'SYNTHETIC DEPOT', null),
      facility(biloxi, -300, 'MS0001', 'SYNTHETIC MARINA', 1),
    ],
  }),
  layerTable({
    cardId: 'epa-ust-finder',
    endpoint: `${service}/1`,
    rows: () => [release(raleigh, 260, 'NC-R-1', 'No Further Action'), release(raleigh, 500, 'NC-R-2', 'Open')],
  }),
  layerTable({
    cardId: 'epa-ust-finder',
    endpoint: `${service}/4`,
    rows: () => [
      tank('NC0001', 'Open', 10_000),
      tank('NC0001', 'Open', 8000),
      tank('NC0001', 'Closed', null),
      tank('NC0002', 'Closed', 550),
    ],
  }),
];

const fakeUpstream: FakeUpstream = {
  cardId: 'epa-ust-finder',
  hosts: ['services.arcgis.com'],
  respond: (request) => layers.map((layer) => layer.respond(request)).find((reply) => reply !== undefined),
};

export default fakeUpstream;
