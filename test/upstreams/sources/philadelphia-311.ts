import { samplePlaces } from '../places.ts';
import { cartoTable, offset, type PastDays } from '../tables.ts';

const { philadelphia } = samplePlaces;
const request = ({ daysAgo }: PastDays) => ({
  service_request_id: 17654321,
  status: 'Open',
  service_name: 'Street Light Outage',
  requested_datetime: `${daysAgo(6)}T12:00:00Z`,
  closed_datetime: null,
  address: '1515 MARKET ST',
});

export default cartoTable({
  cardId: 'philadelphia-311',
  endpoint: 'phl.carto.com/api/v2/sql',
  table: 'public_cases_fc',

  rows: (past) => [
    { at: offset(philadelphia, 10, 10), columns: request(past) },
    {
      at: offset(philadelphia, 10, 10),
      columns: { ...request(past), service_request_id: 17654322, service_name: 'Information Request' },
    },
  ],
});
