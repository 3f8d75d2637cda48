import { samplePlaces } from '../places.ts';
import { eastWest, layerTable, offset } from '../tables.ts';

export default layerTable({
  cardId: 'ntad-highways',
  endpoint: 'services.arcgis.com/xOi1kZaI0eWDREZv/arcgis/rest/services/NTAD_National_Highway_System/FeatureServer/0',
  name: 'National Highway System (NHS)',
  rows: () => [
    ...Object.values(samplePlaces).flatMap((place) => [
      eastWest(offset(place, 0, 420), 800, { SIGN1: 'U70', LNAME: 'SYNTHETIC BLVD' }),
      eastWest(offset(place, 1500, 420), 700, { SIGN1: 'U70', LNAME: 'SYNTHETIC BLVD' }),
      eastWest(offset(place, 0, -1200), 900, { SIGN1: 'I40', LNAME: null }),
    ]),
  ],
});
