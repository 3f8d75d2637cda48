import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;

/**
 * Columns, types and the three words of STATUS as two public registries describe the layer (2026-08), one of which counted
 * its rows live; the values of SERVICE and REQUEST_TYPE are those that they name.
 */
export default layerTable({
  cardId: 'raleigh-ask',
  endpoint: 'services.arcgis.com/v400IkDOw1ad7Yad/arcgis/rest/services/Ask_Raleigh_Requests/FeatureServer/0',
  name: 'Service Request',
  rows: ({ epochDaysAgo }) => [
    {
      at: offset(raleigh, 40, -30),
      columns: {
        NUMBER: '2026-00014412',
        CATEGORY: 'Transportation & Mobility',
        SERVICE: 'Potholes & Sinkholes',
        REQUEST_TYPE: 'Pothole',
        STATUS: 'Closed',
        ADDRESS: '230 W HARGETT ST',
        ZIP_CODE: '27601',
        APPLIED_DATE: epochDaysAgo(35),
        CLOSED_AT: epochDaysAgo(31),
        RESOLVED_HOURS: 96.4,
      },
    },
    {
      at: offset(raleigh, -150, 80),
      columns: {
        NUMBER: '2026-00015930',
        CATEGORY: 'Stormwater & Water',
        SERVICE: 'Flooding, Drainage, or Runoff',
        REQUEST_TYPE: null,
        STATUS: 'Work in Progress',
        ADDRESS: '300 W MORGAN ST',
        ZIP_CODE: '27601',
        APPLIED_DATE: epochDaysAgo(6),
        CLOSED_AT: null,
        RESOLVED_HOURS: null,
      },
    },
  ],
});
