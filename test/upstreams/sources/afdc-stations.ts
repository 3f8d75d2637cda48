import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;
/** Columns after three public clients of the layer. */
const station = (id: number, name: string, east: number, fuel: string, access: string) => ({
  at: offset(raleigh, east, -60),
  columns: {
    id,
    station_name: name,
    fuel_type_code: fuel,
    access_code: access,
    status_code: 'E',
    ev_network: 'Non-Networked',
    ev_level2_evse_num: 4,
    ev_dc_fast_num: null,
    station_phone: '555-010-0199 PLANTED',
  },
});

export default layerTable({
  cardId: 'afdc-stations',
  endpoint: 'services.arcgis.com/xOi1kZaI0eWDREZv/arcgis/rest/services/Alternative_Fueling_Stations/FeatureServer/0',
  name: 'Alternative Fueling Stations',
  rows: () => [
    station(990_001, 'SYNTHETIC DECK', 240, 'ELEC', 'public'),
    station(990_002, 'SYNTHETIC FLEET YARD', 100, 'ELEC', 'private'),
    station(990_003, 'SYNTHETIC PROPANE', 150, 'LPG', 'public'),
  ],
});
