import { layerTable } from '../tables.ts';
import { wakeParcels } from '../wake-parcels.ts';

export default layerTable({
  cardId: 'raleigh-parcel',
  endpoint: 'maps.raleighnc.gov/arcgis/rest/services/Property/Property/MapServer/0',
  name: 'Property',
  rows: wakeParcels,
});
