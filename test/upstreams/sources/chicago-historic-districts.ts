import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { chicago } = samplePlaces;

export default layerTable({
  cardId: 'chicago-historic-districts',
  endpoint: 'gisapps.chicago.gov/arcgis/rest/services/ExternalApps/Zoning_update/MapServer/6',
  name: 'Historic Districts',
  rows: () => [
    { at: offset(chicago, 1500, 0), reachMeters: 300, columns: { NAME: 'Historic Michigan Boulevard District' } },
  ],
});
