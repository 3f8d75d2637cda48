import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const { chicago } = samplePlaces;

export default datasetTable({
  cardId: 'chicago-311',
  endpoint: 'data.cityofchicago.org/resource/v6vf-nfxy.json',

  rows: ({ floatingDaysAgo }) => [
    {
      at: offset(chicago, 20, 20),
      columns: {
        sr_number: 'SR26-01990001',
        sr_type: 'Street Light Out Complaint',
        status: 'Open',
        created_date: floatingDaysAgo(9),
        closed_date: null,
        street_address: '121 N LASALLE ST',
        latitude: offset(chicago, 20, 20).latitude,
        longitude: offset(chicago, 20, 20).longitude,
        location: {
          latitude: String(offset(chicago, 20, 20).latitude),
          longitude: String(offset(chicago, 20, 20).longitude),
        },
      },
    },
    {
      at: offset(chicago, 30, 30),
      columns: {
        sr_number: 'SR26-01770002',
        sr_type: '311 INFORMATION ONLY CALL',
        status: 'Completed',
        created_date: floatingDaysAgo(11),
        closed_date: floatingDaysAgo(11),
        street_address: '2111 W LEXINGTON ST',
        latitude: offset(chicago, 30, 30).latitude,
        longitude: offset(chicago, 30, 30).longitude,
        location: {
          latitude: String(offset(chicago, 30, 30).latitude),
          longitude: String(offset(chicago, 30, 30).longitude),
        },
      },
    },
    {
      at: offset(chicago, 200, 70),
      columns: {
        sr_number: 'SR26-01550003',
        sr_type: 'Graffiti Removal Request',
        status: 'Completed',
        created_date: floatingDaysAgo(80),
        closed_date: floatingDaysAgo(76),
        street_address: '30 W RANDOLPH ST',
        latitude: offset(chicago, 200, 70).latitude,
        longitude: offset(chicago, 200, 70).longitude,
        location: {
          latitude: String(offset(chicago, 200, 70).latitude),
          longitude: String(offset(chicago, 200, 70).longitude),
        },
      },
    },
  ],
});
