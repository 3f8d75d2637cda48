import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const fire = (
  at: { latitude: number; longitude: number },
  reachMeters: number,
  name: string,
  acres: number | null,
  more: object = {},
) => ({
  at,
  reachMeters,
  columns: {
    poly_IncidentName: name,
    poly_GISAcres: acres,
    attr_UniqueFireIdentifier: `2023-NCNCS-0${name.length}`,
    attr_FireDiscoveryDateTime: Date.parse('2023-03-14'),
    attr_IncidentTypeCategory: 'WF',
    attr_IsValid: 1,
    ...more,
  },
});

const { raleigh, biloxi } = samplePlaces;

/** Synthetic perimeters: one over the point, one 5 km off, a prescribed burn and a withdrawn one. */
export default layerTable({
  cardId: 'nifc-wfigs',
  endpoint: 'services3.arcgis.com/T4QMspbfLg3qTGWY/arcgis/rest/services/WFIGS_Interagency_Perimeters/FeatureServer/0',
  name: 'WFIGS_Interagency_Perimeters',
  rows: () => [
    fire(raleigh, 300, 'SYNTHETIC CREEK', 12.34567),
    fire(offset(raleigh, 5000, 0), 500, 'SYNTHETIC RIDGE EAST', 480.2, {
      attr_UniqueFireIdentifier: '2021-NCNCS-000777',
    }),
    fire(offset(raleigh, 900, 0), 100, 'PLANNED BURN', 40, { attr_IncidentTypeCategory: 'RX' }),
    fire(offset(raleigh, 900, 0), 100, 'WITHDRAWN', 40, { attr_IsValid: 0 }),
    fire(offset(biloxi, 12_000, 0), 100, 'SYNTHETIC BAYOU', null, { attr_FireDiscoveryDateTime: null }),
  ],
});
