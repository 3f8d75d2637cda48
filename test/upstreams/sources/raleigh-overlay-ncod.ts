import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;

export default layerTable({
  cardId: 'raleigh-overlay-ncod',
  endpoint: 'maps.raleighnc.gov/arcgis/rest/services/Planning/Overlays/MapServer/9',
  name: 'Neighborhood Conservation Overlay District',
  rows: () => [
    {
      at: offset(raleigh, -2000, 0),
      reachMeters: 200,
      columns: {
        OVERLAY: 'NCOD',
        OLAY_DECODE: 'Neighborhood Conservation Overlay District',
        OLAY_NAME: 'Trailwood',
        ZONE_CASE: null,
      },
    },
    // reaches over the western edge of the made-up parcel at 330 W Morgan St
    {
      at: offset(raleigh, -455, 60),
      reachMeters: 111,
      columns: {
        OVERLAY: 'NCOD',
        OLAY_DECODE: 'Neighborhood Conservation Overlay District',
        OLAY_NAME: 'Synthetic Hill',
        ZONE_CASE: null,
      },
    },
  ],
});
