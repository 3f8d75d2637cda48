import { samplePlaces } from '../places.ts';
import { layerTable } from '../tables.ts';

/** Columns after three public clients of 2026. */
export default layerTable({
  cardId: 'epa-sewersheds',
  endpoint:
    'services.arcgis.com/cJ9YHowT8TU7DUyn/arcgis/rest/services/National_Sewershed_Web_Map_Internal_WFL1/FeatureServer/8',
  name: 'Sewersheds',
  rows: () => [
    {
      at: samplePlaces.raleigh,
      reachMeters: 5000,
      columns: {
        CWNS_ID: '37009900001',
        FACILITY_NAME: 'MADE-UP NEUSE RIVER PLANT',
        Method: 'modeled',
        Mean_Prob: 0.91,
        Source: null,
        NPDES_ID: 'NC9900001',
      },
    },
  ],
});
