import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;

export default layerTable({
  cardId: 'raleigh-zoning',
  endpoint: 'maps.raleighnc.gov/arcgis/rest/services/Planning/Zoning/MapServer/0',
  name: 'Zoning',
  rows: () => [
    {
      at: raleigh,
      reachMeters: 400,
      columns: {
        ZONING: 'DX-20-UG',
        ZONE_TYPE: 'DX-',
        ZONE_TYPE_DECODE: 'Downtown Mixed Use',
        HEIGHT: 20,
        FRONTAGE_DECODE: 'Urban General',
        CONDITIONAL: null,
        COND_LINK: null,
        ZONE_CASE: 'Z-27B-2014',
      },
    },
    {
      at: offset(raleigh, 1200, 0),
      reachMeters: 300,
      columns: {
        ZONING: 'R-10-CU',
        ZONE_TYPE: 'R-10',
        ZONE_TYPE_DECODE: 'Residential-10',
        HEIGHT: null,
        FRONTAGE_DECODE: null,
        CONDITIONAL: '-CU',
        COND_LINK: 'https://raleigh.example/Z-106-98-ORD.pdf',
        ZONE_CASE: 'Z-106-1998',
      },
    },
  ],
});
