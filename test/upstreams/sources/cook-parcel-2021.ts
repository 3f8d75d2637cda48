import { samplePlaces } from '../places.ts';
import { datasetTable, multiPolygon, offset } from '../tables.ts';

const { chicago } = samplePlaces;
const next = offset(chicago, 120, 0);

/** Columns and the form of the question as two public clients have them (pin10, the_geom; a ring in WGS84 at a point). */
export default datasetTable({
  cardId: 'cook-parcel-2021',
  endpoint: 'datacatalog.cookcountyil.gov/resource/77tz-riq7.json',
  rows: () => [
    { at: chicago, reachMeters: 45, columns: { pin10: '1709444001', the_geom: multiPolygon(chicago, 45) } },
    { at: next, reachMeters: 30, columns: { pin10: '1709444002', the_geom: multiPolygon(next, 30) } },
  ],
});
