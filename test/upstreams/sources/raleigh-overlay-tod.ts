import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;

export default layerTable({
  cardId: 'raleigh-overlay-tod',
  endpoint: 'maps.raleighnc.gov/arcgis/rest/services/Planning/Overlays/MapServer/10',
  name: 'Transit Overlay District',
  rows: () => [
    {
      at: offset(raleigh, 0, 0),
      reachMeters: 600,
      columns: { OVERLAY: 'TOD', OLAY_DECODE: 'Transit Overlay District', OLAY_NAME: null, ZONE_CASE: null },
    },
  ],
});
