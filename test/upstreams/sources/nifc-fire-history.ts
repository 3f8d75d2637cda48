import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

/** Synthetic history: one fire twice, one without a year. */
export default layerTable({
  cardId: 'nifc-fire-history',
  endpoint:
    'services3.arcgis.com/T4QMspbfLg3qTGWY/arcgis/rest/services/InterAgencyFirePerimeterHistory_All_Years_View/FeatureServer/0',
  name: 'InterAgencyFirePerimeterHistory_All_Years_View',
  rows: () => [
    ...[0, 1].map(() => ({
      at: offset(samplePlaces.raleigh, 1200, 0),
      reachMeters: 200,
      columns: { INCIDENT: 'SYNTHETIC OLD FIRE', FIRE_YEAR_INT: 1987, GIS_ACRES: 150 },
    })),
    {
      at: offset(samplePlaces.raleigh, 15_000, 0),
      reachMeters: 200,
      columns: { INCIDENT: null, FIRE_YEAR_INT: 9999, GIS_ACRES: -1 },
    },
  ],
});
