import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

export default layerTable({
  cardId: 'faa-airports',
  endpoint: 'services6.arcgis.com/ssFJjBXIUyZDrSYZ/arcgis/rest/services/US_Airport/FeatureServer/0',
  name: 'US_Airport',
  rows: () => [
    ...Object.values(samplePlaces).map((place, index) => ({
      at: offset(place, -14_000, 9000),
      columns: {
        IDENT: `SY${index}`,
        ICAO_ID: `KSY${index}`,
        NAME: `${place.city} Synthetic Intl`,
        SERVCITY: place.city.toUpperCase(),
        TYPE_CODE: 'AD',
      },
    })),
    {
      at: offset(samplePlaces.raleigh, 1000, 1000),
      columns: { IDENT: 'H99', ICAO_ID: null, NAME: 'Hospital Helipad', SERVCITY: 'RALEIGH', TYPE_CODE: 'HP' },
    },
  ],
});
