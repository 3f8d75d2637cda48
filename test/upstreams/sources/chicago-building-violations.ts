import { samplePlaces } from '../places.ts';
import { datasetTable, offset } from '../tables.ts';

const { chicago } = samplePlaces;

export default datasetTable({
  cardId: 'chicago-building-violations',
  endpoint: 'data.cityofchicago.org/resource/22u3-xenr.json',

  rows: ({ floatingDaysAgo }) => [
    {
      at: chicago,
      columns: {
        id: '7711001',
        violation_date: floatingDaysAgo(120),
        violation_status: 'OPEN',
        violation_status_date: null,
        violation_description: 'MAINTAIN OR REPAIR EXT WALL',
        inspection_status: 'FAILED',
        address: '121 N LASALLE ST',
        latitude: offset(chicago, 0, 0).latitude,
        longitude: offset(chicago, 0, 0).longitude,
        location: {
          latitude: String(offset(chicago, 0, 0).latitude),
          longitude: String(offset(chicago, 0, 0).longitude),
        },
      },
    },
  ],
});
