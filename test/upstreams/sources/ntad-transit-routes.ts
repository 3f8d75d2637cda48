import { samplePlaces } from '../places.ts';
import { eastWest, layerTable, offset } from '../tables.ts';

const route = (id: string, short: string | null, long: string, mode: string) => ({
  ntd_id: '49999',
  route_id: id,
  route_short_name: short,
  route_long_name: long,
  route_type_text: mode,
  download_date: '2026-03-09',
});

export default layerTable({
  cardId: 'ntad-transit-routes',
  endpoint:
    'services.arcgis.com/xOi1kZaI0eWDREZv/arcgis/rest/services/NTAD_National_Transit_Map_Routes/FeatureServer/0',
  name: 'National Transit Map Routes',
  rows: () =>
    [samplePlaces.raleigh, samplePlaces.chicago, samplePlaces.newYork].flatMap((place) => [
      eastWest(offset(place, 0, 300), 900, route('R7', '7', 'Synthetic South', 'Bus')),
      // the same route the other way round
      eastWest(offset(place, 0, 90), 900, route('R7', '7', 'Synthetic South', 'Bus')),
      eastWest(offset(place, 0, 500), 900, route('RL', null, 'Synthetic Loop', 'Bus')),
      eastWest(offset(place, 0, -1500), 400, route('T1', 'T1', 'Synthetic Line', 'Light Rail')),
    ]),
});
