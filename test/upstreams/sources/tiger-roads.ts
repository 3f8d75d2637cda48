import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { eastWest, layerTable, offset } from '../tables.ts';

const service = 'tigerweb.geo.census.gov/arcgis/rest/services/TIGERweb/Transportation/MapServer';
const places = [samplePlaces.raleigh, samplePlaces.chicago, samplePlaces.biloxi];
interface Road {
  readonly north: number;
  readonly columns: { readonly NAME: string | null; readonly MTFCC: string };
}
const roads = (layer: number, name: string, ...lines: readonly Road[]) =>
  layerTable({
    cardId: 'tiger-roads',
    endpoint: `${service}/${layer}`,
    name,
    rows: () =>
      places.flatMap((place) => lines.map(({ north, columns }) => eastWest(offset(place, 0, north), 500, columns))),
  });

const layers = [
  roads(2, 'Primary Roads', { north: 900, columns: { NAME: 'I-999', MTFCC: 'S1100' } }),
  roads(6, 'Secondary Roads', { north: 140, columns: { NAME: 'State Hwy 999', MTFCC: 'S1200' } }),
  roads(
    8,
    'Local Roads',
    { north: 18, columns: { NAME: 'Synthetic W Hargett St', MTFCC: 'S1400' } },
    // along the southern edge of the stand-in parcel
    { north: -48, columns: { NAME: 'Synthetic S Edge St', MTFCC: 'S1400' } },
  ),
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
