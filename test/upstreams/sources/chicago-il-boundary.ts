import { samplePlaces } from '../places.ts';
import { layerTable } from '../tables.ts';

const { chicago } = samplePlaces;

export default layerTable({
  cardId: 'chicago-il-boundary',
  endpoint: 'gisapps.chicago.gov/arcgis/rest/services/ExternalApps/operational/MapServer/119',
  name: 'City Boundary',
  rows: () => [{ at: chicago, reachMeters: 3000, columns: { NAME: 'CHICAGO' } }],
});
