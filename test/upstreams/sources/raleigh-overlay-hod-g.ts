import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;

export default layerTable({
  cardId: 'raleigh-overlay-hod-g',
  endpoint: 'maps.raleighnc.gov/arcgis/rest/services/Planning/Overlays/MapServer/7',
  name: 'General Historic Overlay District',
  rows: () => [
    {
      at: offset(raleigh, 1200, 0),
      reachMeters: 200,
      columns: {
        OVERLAY: 'HOD-G',
        OLAY_DECODE: 'General Historic Overlay District',
        OLAY_NAME: 'Oakwood',
        ZONE_CASE: null,
      },
    },
  ],
});
