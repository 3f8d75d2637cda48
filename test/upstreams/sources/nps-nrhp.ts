import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { layerTable, offset, type Placed } from '../tables.ts';

const { raleigh } = samplePlaces;
/** Columns after five public clients; a landmark is marked "X", a day is eight characters of text. */
const property = (id: string, name: string, kind: string, at: Placed, landmark: string | null = null): Placed => ({
  ...at,
  columns: { NRIS_Refnum: id, RESNAME: name, ResType: kind, Is_NHL: landmark, STATUS: 'Listed', CertDate: '11/19/71' },
});
const point = (east: number): Placed => ({ at: offset(raleigh, east, 0), columns: {} });

const service = 'mapservices.nps.gov/arcgis/rest/services/cultural_resources/nrhp_locations/MapServer';
const points = layerTable({
  cardId: 'nps-nrhp',
  endpoint: `${service}/0`,
  name: 'NRHP Points',
  rows: () => [
    property('71999001', 'Synthetic Capitol', 'building', point(310), 'X'),
    property('71999002', 'Synthetic Fire Station', 'building', point(-520)),
    { ...property('71999003', 'Synthetic Depot without a status', 'building', point(90)), columns: { STATUS: null } },
  ],
});
const areas = layerTable({
  cardId: 'nps-nrhp',
  endpoint: `${service}/1`,
  name: 'NRHP Polygons',
  rows: () => [
    property('71999004', 'Synthetic Square Historic District', 'district', {
      at: raleigh,
      reachMeters: 350,
      columns: {},
    }),
  ],
});

const fakeUpstream: FakeUpstream = {
  cardId: 'nps-nrhp',
  hosts: points.hosts,
  respond: (request) => points.respond(request) ?? areas.respond(request),
};

export default fakeUpstream;
