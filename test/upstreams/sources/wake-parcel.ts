import { layerTable } from '../tables.ts';
import { wakeParcels } from '../wake-parcels.ts';

export default layerTable({
  cardId: 'wake-parcel',
  endpoint: 'maps.wakegov.com/arcgis/rest/services/Property/Parcels/MapServer/0',
  name: 'Parcels',
  rows: wakeParcels,
});
