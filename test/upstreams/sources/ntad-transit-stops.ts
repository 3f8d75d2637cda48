import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

export default layerTable({
  cardId: 'ntad-transit-stops',
  endpoint: 'services.arcgis.com/xOi1kZaI0eWDREZv/arcgis/rest/services/NTAD_National_Transit_Map_Stops/FeatureServer/0',
  name: 'National Transit Map Stops',
  rows: () => [
    ...[samplePlaces.raleigh, samplePlaces.chicago, samplePlaces.newYork].flatMap((place) =>
      [60, 180, 300, 450, 700, 1200].map((north, index) => ({
        at: offset(place, 40, north),
        columns: {
          stop_name: `SYNTHETIC ST AT ${index + 1} AVE`,
          stop_id: `S${index + 1}`,
          stop_type_text: 'Bus',
          download_date: 1773014400000 + index * 86_400_000,
        },
      })),
    ),
  ],
});
