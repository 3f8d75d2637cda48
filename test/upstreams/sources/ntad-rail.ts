import { samplePlaces } from '../places.ts';
import { eastWest, layerTable, offset } from '../tables.ts';

export default layerTable({
  cardId: 'ntad-rail',
  endpoint:
    'services.arcgis.com/xOi1kZaI0eWDREZv/arcgis/rest/services/NTAD_North_American_Rail_Network_Lines/FeatureServer/0',
  name: 'North American Rail Network Lines',
  rows: () => [
    ...[samplePlaces.raleigh, samplePlaces.chicago].flatMap((place) => [
      eastWest(offset(place, 0, -350), 600, { RROWNER1: 'NS', NET: 'M' }),
      eastWest(offset(place, 0, -380), 600, { RROWNER1: 'NS', NET: 'Y' }),
    ]),
  ],
});
