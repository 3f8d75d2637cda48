import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const zones = (name: string, meters: number, quadrangle: string) =>
  layerTable({
    cardId: 'cgs-hazard-zones',
    endpoint: `services2.arcgis.com/zr3KAIbsRSUyARHG/arcgis/rest/services/${name}/FeatureServer/0`,
    name,
    rows: () => [
      { at: offset(samplePlaces.sanFrancisco, meters, 0), reachMeters: 400, columns: { QUAD_NAME: quadrangle } },
    ],
  });

/** The point lies in the zone of liquefaction alone. */
const layers = [
  zones('CGS_Liquefaction_Zones', 0, 'SYNTHETIC NORTH'),
  zones('CGS_Landslide_Zones', 900, 'SYNTHETIC NORTH'),
  zones('CGS_Alquist_Priolo_Fault_Zones', 9000, 'SYNTHETIC SOUTH'),
];

const fakeUpstream: FakeUpstream = {
  cardId: 'cgs-hazard-zones',
  hosts: ['services2.arcgis.com'],
  respond: (request) => layers.map((layer) => layer.respond(request)).find((reply) => reply !== undefined),
};

export default fakeUpstream;
