import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { newYork } = samplePlaces;

export default layerTable({
  cardId: 'nyc-historic-districts',
  endpoint: 'services5.arcgis.com/GfwWNkhOj9bNBqoJ/arcgis/rest/services/v_GFT_Historic_Districts/FeatureServer/0',
  name: 'v_GFT_Historic_Districts',
  rows: () => [
    {
      at: offset(newYork, 700, 0),
      reachMeters: 200,
      columns: { variable_id: 'South Street Seaport Historic District', variable_type: 'Historic District' },
    },
  ],
});
