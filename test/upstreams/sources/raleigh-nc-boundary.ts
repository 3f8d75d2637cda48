import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;

export default layerTable({
  cardId: 'raleigh-nc-boundary',
  endpoint: 'maps.raleighnc.gov/arcgis/rest/services/Planning/Jurisdictions/MapServer/1',
  name: 'Planning Jurisdictions',
  rows: () => [
    { at: raleigh, reachMeters: 2500, columns: { JURISDICTION: 'RALEIGH' } },
    { at: offset(raleigh, -2700, 0), reachMeters: 200, columns: { JURISDICTION: 'CARY' } },
  ],
});
