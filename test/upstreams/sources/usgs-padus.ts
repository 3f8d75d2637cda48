import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;
/** Columns after three public clients; one area comes in several rows. */
const area = (name: string, manager: string, east: number, access: string, acres: number) => ({
  at: offset(raleigh, east, 0),
  reachMeters: 100,
  columns: {
    Unit_Nm: name,
    Mang_Name: manager,
    Mang_Type: manager === 'CITY' ? 'LOC' : 'STAT',
    Own_Type: 'LOC',
    Des_Tp: 'LP',
    Pub_Access: access,
    GIS_Acres: acres,
  },
});

export default layerTable({
  cardId: 'usgs-padus',
  endpoint: 'services.arcgis.com/v01gqwM5QqNysAAi/arcgis/rest/services/Fee_Managers_PADUS/FeatureServer/0',
  name: 'Fee Managers',
  rows: () => [
    area('Synthetic Square', 'CITY', 400, 'OA', 4),
    area('Synthetic State Park', 'SPR', -700, 'RA', 310),
    area('Synthetic State Park', 'SPR', -720, 'RA', 310),
  ],
});
