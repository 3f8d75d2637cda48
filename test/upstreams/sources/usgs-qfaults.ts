import { samplePlaces } from '../places.ts';
import { eastWest, layerTable, offset } from '../tables.ts';

const { sanFrancisco } = samplePlaces;
/** Columns after three public clients of the layer; the age is written with and without a capital. */
const trace = (north: number, id: string, name: string | null, age: string, section: string | null = null) =>
  eastWest(offset(sanFrancisco, 0, north), 900, {
    fault_id: id,
    fault_name: name,
    section_name: section,
    age,
    slip_rate: 'Greater than 5.0 mm/yr',
    slip_sense: 'Right lateral',
  });

export default layerTable({
  cardId: 'usgs-qfaults',
  endpoint: 'earthquake.usgs.gov/arcgis/rest/services/haz/Qfaults/MapServer/21',
  name: 'National Database',
  rows: () => [
    trace(-12_400, '9901', 'Synthetic fault zone', 'latest Quaternary', 'Peninsula section'),
    // a second piece of the same fault, farther away
    trace(-15_000, '9901', 'Synthetic fault zone', 'Latest Quaternary'),
    trace(16_200, '9902', null, 'undifferentiated Quaternary'),
  ],
});
