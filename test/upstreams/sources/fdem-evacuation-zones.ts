import { layerTable } from '../tables.ts';

/** Columns after a public client of October 2026; at the made-up point two zones meet. */
const tampa = { latitude: 27.9478, longitude: -82.4584 };

export default layerTable({
  cardId: 'fdem-evacuation-zones',
  endpoint: 'services1.arcgis.com/CY1LXxl9zlJeBuRZ/ArcGIS/rest/services/Evacuation_Zones/FeatureServer/0',
  name: 'Evacuation Zones',
  rows: () => [
    { at: tampa, reachMeters: 900, columns: { EZone: 'B', County_Nam: 'HILLSBOROUGH' } },
    { at: tampa, reachMeters: 200, columns: { EZone: 'A', County_Nam: 'HILLSBOROUGH' } },
  ],
});
