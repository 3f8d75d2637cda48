import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const { chicago } = samplePlaces;

export default datasetTable({
  cardId: 'chicago-house-share-prohibited',
  endpoint: 'data.cityofchicago.org/resource/7bzs-jsyj.json',

  rows: ({ floatingDaysAgo }) => [
    {
      at: offset(chicago, 300, 300),
      columns: {
        application_id: 'HSP-000177',
        address_number: '20',
        street_direction: 'N',
        street_name: 'STATE',
        street_type: 'ST',
        number_of_units: 120,
        pin: '17094440020000',
        vote_date: floatingDaysAgo(900),
        recorded_date: floatingDaysAgo(880),
        latitude: offset(chicago, 300, 300).latitude,
        longitude: offset(chicago, 300, 300).longitude,
      },
    },
  ],
});
