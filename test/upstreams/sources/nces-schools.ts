import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;
const school = (id: string, name: string, east: number) => ({
  at: offset(raleigh, east, 120),
  columns: { NCESSCH: id, NAME: name, STREET: '1 Synthetic St', CITY: 'Raleigh', STATE: 'NC', ZIP: '27601' },
});

export default layerTable({
  cardId: 'nces-schools',
  endpoint:
    'services1.arcgis.com/Ua5sjt3LWTPigjyD/arcgis/rest/services/Public_School_Locations_Current/FeatureServer/0',
  name: 'Public School Locations Current',
  rows: () => [school('379900100001', 'Synthetic Elementary', 600), school('379900100002', 'Synthetic High', -2400)],
});
