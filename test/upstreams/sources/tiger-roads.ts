import { type Box, boxOf, layerAnswer, layerQuestion } from '../esri.ts';
import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear, samplePlaces } from '../places.ts';
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

/** Streets of the made-up town lie this far apart; every ninth is a secondary road, and a primary one bends through. */
const blockDegrees = 0.001;
const everyNinth = (index: number) => index % 9 === 0;

/** The center lines of one layer in a box: a grid of streets, in the columns and the shape that the points are answered in. */
function linesIn(layer: number, [west, south, east, north]: Box) {
  const place = samplePlaceNear((south + north) / 2, (west + east) / 2);
  if (!place) return [];
  const stepX = (blockDegrees * 1.6) / Math.cos((Math.round(place.latitude) * Math.PI) / 180);
  const road = (name: string | null, MTFCC: string, path: readonly (readonly number[])[]) => ({
    attributes: { NAME: name, MTFCC },
    geometry: { paths: [path] },
  });
  if (layer === 2) {
    const [x, y] = [place.longitude + 0.006, place.latitude];
    const path = [-0.02, -0.008, 0, 0.008, 0.02].map((step) => [x + step * step * 8, y + step]);
    return [road('I-999', 'S1100', path)];
  }
  const range = (from: number, to: number, step: number) =>
    Array.from(
      { length: Math.max(0, Math.floor(to / step) - Math.ceil(from / step) + 1) },
      (_, at) => Math.ceil(from / step) + at,
    );
  const wanted = (index: number) => everyNinth(index) === (layer === 6);
  const across = range(south, north, blockDegrees)
    .filter(wanted)
    .map((row) =>
      road(
        layer === 6 ? `State Hwy ${900 + (Math.abs(row) % 90)}` : `Synthetic ${Math.abs(row) % 100}th St`,
        layer === 6 ? 'S1200' : 'S1400',
        [
          [west, row * blockDegrees],
          [east, row * blockDegrees],
        ],
      ),
    );
  const along = range(west, east, stepX)
    .filter(wanted)
    .map((column) =>
      road(
        layer === 6 ? `State Hwy ${800 + (Math.abs(column) % 90)}` : `Synthetic Ave ${Math.abs(column) % 50}`,
        layer === 6 ? 'S1200' : 'S1400',
        [
          [column * stepX, south],
          [column * stepX, north],
        ],
      ),
    );
  return [...across, ...along];
}

const fakeUpstream: FakeUpstream = {
  cardId: 'tiger-roads',
  hosts: ['tigerweb.geo.census.gov'],
  respond(request) {
    const box = boxOf(layerQuestion(request));
    const layer = /\/Transportation\/MapServer\/(\d+)\/query$/.exec(request.path)?.[1];
    if (box && layer !== undefined) return layerAnswer(layerQuestion(request), linesIn(Number(layer), box));
    for (const layer of layers) {
      const reply = layer.respond(request);
      if (reply) return reply;
    }
    return undefined;
  },
};

export default fakeUpstream;
