import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { chicago } = samplePlaces;

export default layerTable({
  cardId: 'chicago-zoning',
  endpoint: 'gisapps.chicago.gov/arcgis/rest/services/ExternalApps/Zoning_update/MapServer/15',
  name: 'Zoning',
  rows: () => [
    { at: chicago, reachMeters: 500, columns: { ZONE_CLASS: 'DC-16' } },
    { at: offset(chicago, 1500, 0), reachMeters: 400, columns: { ZONE_CLASS: 'PD 1523' } },
  ],
});
