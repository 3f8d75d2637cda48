import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { eastWest, layerTable, offset } from '../tables.ts';

const service = 'tigerweb.geo.census.gov/arcgis/rest/services/TIGERweb/Transportation/MapServer';
const places = [samplePlaces.raleigh, samplePlaces.chicago, samplePlaces.biloxi];
const roads = (layer: number, name: string, north: number, columns: { NAME: string | null; MTFCC: string }) =>
  layerTable({
    cardId: 'tiger-roads',
    endpoint: `${service}/${layer}`,
    name,
    rows: () => places.map((place) => eastWest(offset(place, 0, north), 500, columns)),
  });

const layers = [
  roads(2, 'Primary Roads', 900, { NAME: 'I-999', MTFCC: 'S1100' }),
  roads(6, 'Secondary Roads', 140, { NAME: 'State Hwy 999', MTFCC: 'S1200' }),
  roads(8, 'Local Roads', 18, { NAME: 'Synthetic W Hargett St', MTFCC: 'S1400' }),
];

const fakeUpstream: FakeUpstream = {
  cardId: 'tiger-roads',
  hosts: ['tigerweb.geo.census.gov'],
  respond(request) {
    for (const layer of layers) {
      const reply = layer.respond(request);
      if (reply) return reply;
    }
    return undefined;
  },
};

export default fakeUpstream;
