import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;
/** Columns after four public clients; storage in acre-feet, states by their whole name. */
const dam = (id: string, name: string, east: number, north: number, hazard: string, storage: number | null) => ({
  at: offset(raleigh, east, north),
  columns: {
    NIDID: id,
    NAME: name,
    STATE: 'North Carolina',
    RIVER_OR_STREAM: 'SYNTHETIC CREEK',
    HAZARD_POTENTIAL: hazard,
    OPERATIONAL_STATUS: 'Operational',
    MAX_STORAGE: storage,
    DRAINAGE_AREA: 4.2,
    DATA_UPDATED: Date.UTC(2026, 4, 12),
    OWNER_NAMES: 'JANE Q PLANTED',
  },
});

export default layerTable({
  cardId: 'usace-nid',
  endpoint:
    'geospatial.sec.usace.army.mil/dls/rest/services/NID/National_Inventory_of_Dams_Public_Service/FeatureServer/0',
  name: 'National Inventory of Dams',
  rows: () => [
    dam('NC99001', 'Synthetic Mill Pond', 1500, 900, 'Low', 60),
    dam('NC99002', 'Synthetic Lake', -4200, 3000, 'High', 2100),
    // its saddle dam has the number of the dam
    dam('NC99002', 'Synthetic Lake Saddle Dam', -4600, 3300, 'High', 2100),
    dam('NC99003', 'Synthetic Upper Lake', -3000, 6200, 'Undetermined', null),
    dam('NC99004', 'Synthetic Far Lake', 0, 24_000, 'High', 900),
  ],
});
