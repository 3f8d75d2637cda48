import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;

export default layerTable({
  cardId: 'raleigh-overlay-hod-s',
  endpoint: 'maps.raleighnc.gov/arcgis/rest/services/Planning/Overlays/MapServer/8',
  name: 'Streetside Historic Overlay District',
  rows: () => [
    {
      at: offset(raleigh, -1500, 0),
      reachMeters: 200,
      columns: {
        OVERLAY: 'HOD-S',
        OLAY_DECODE: 'Streetside Historic Overlay District',
        OLAY_NAME: 'Glenwood-Brooklyn',
        ZONE_CASE: null,
      },
    },
  ],
});
