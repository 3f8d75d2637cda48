import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

/** Codes and words after four public clients: -3 is NonWildland, and each map is empty in the area of the other. */
const zones = (name: string, meters: number, code: number, words: string) =>
  layerTable({
    cardId: 'calfire-fhsz',
    endpoint: `services1.arcgis.com/jUJYIo9tSA7EHvfZ/arcgis/rest/services/${name}/FeatureServer/0`,
    name,
    rows: () => [
      {
        at: offset(samplePlaces.sanFrancisco, meters, 0),
        reachMeters: 700,
        columns: { FHSZ: code, FHSZ_Description: words },
      },
    ],
  });

const layers = [zones('FHSALRA25_v1_All', 0, -3, 'NonWildland'), zones('FHSZSRA_23_3', 2000, 3, 'Very High')];

const fakeUpstream: FakeUpstream = {
  cardId: 'calfire-fhsz',
  hosts: ['services1.arcgis.com'],
  respond: (request) => layers.map((layer) => layer.respond(request)).find((reply) => reply !== undefined),
};

export default fakeUpstream;
