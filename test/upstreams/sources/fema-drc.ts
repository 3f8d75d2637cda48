import { samplePlaces } from '../places.ts';
import { layerTable, offset } from '../tables.ts';

const center = (at: { latitude: number; longitude: number }, name: string, state: string) => ({
  at,
  columns: {
    drc_name: name,
    street_1: '1 Synthetic Plaza',
    city: 'Synthetic City',
    state,
    zip: '27601',
    primary_disaster: '4827',
    contact_phone: '555-010-0199 PLANTED',
  },
});

export default layerTable({
  cardId: 'fema-drc',
  endpoint: 'gis.fema.gov/arcgis/rest/services/FEMA/DRC/FeatureServer/0',
  name: 'Open DRC',
  rows: () => [
    center(offset(samplePlaces.raleigh, 30_000, 0), 'Synthetic Recovery Center East', 'NC'),
    center(offset(samplePlaces.raleigh, 2000, 0), 'Synthetic Recovery Center', 'NC'),
    center(offset(samplePlaces.raleigh, 200_000, 0), 'Synthetic Far Center', 'NC'),
  ],
});
