import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const { raleigh } = samplePlaces;
const crossing = (id: string, east: number, street: string, position: string) => ({
  at: offset(raleigh, east, -350),
  columns: { CROSSING: id, STREET: street, RAILROAD: 'NS', POSXING: position, TYPEXING: 'Public' },
});

export default layerTable({
  cardId: 'fra-crossings',
  endpoint: 'services.arcgis.com/xOi1kZaI0eWDREZv/arcgis/rest/services/NTAD_Railroad_Grade_Crossings/FeatureServer/0',
  name: 'NTAD Railroad Grade Crossings',
  rows: () => [
    crossing('999001A', 120, 'SYNTHETIC WEST ST', 'At Grade'),
    crossing('999002B', -640, 'SYNTHETIC BOYLAN AVE', 'RR Under'),
    crossing('999003C', 2400, 'SYNTHETIC FAR RD', 'At Grade'),
  ],
});
