import { samplePlaces } from '../places.ts';
import { cartoTable, offset } from '../tables.ts';

const { philadelphia } = samplePlaces;

export default cartoTable({
  cardId: 'philadelphia-incidents',
  endpoint: 'phl.carto.com/api/v2/sql',
  table: 'incidents_part1_part2',

  rows: ({ daysAgo }) => [
    {
      at: offset(philadelphia, 80, 30),
      columns: {
        dc_key: '202609012345',
        dispatch_date: daysAgo(11),
        dispatch_date_time: `${daysAgo(11)}T17:05:00Z`,
        location_block: '1500 BLOCK MARKET ST',
        text_general_code: 'Thefts',
      },
    },
    {
      at: offset(philadelphia, -200, 100),
      columns: {
        dc_key: '202609011111',
        dispatch_date: daysAgo(300),
        dispatch_date_time: `${daysAgo(300)}T02:10:00Z`,
        location_block: '1700 BLOCK JFK BLVD',
        text_general_code: 'Vandalism/Criminal Mischief',
      },
    },
  ],
});
