import { samplePlaces } from '../places.ts';
import { cartoTable, offset, type PastDays } from '../tables.ts';

const { philadelphia } = samplePlaces;
const deed = ({ daysAgo }: PastDays) => ({
  document_id: 54530625,
  document_type: 'DEED',
  display_date: `${daysAgo(200)}T10:00:00Z`,
  adjusted_total_consideration: 251000,
  street_address: '1520 CHESTNUT ST',
  opa_account_num: '883000300',
});

export default cartoTable({
  cardId: 'philadelphia-transfers',
  endpoint: 'phl.carto.com/api/v2/sql',
  table: 'rtt_summary',

  rows: (past) => [
    { at: offset(philadelphia, 20, -130), columns: deed(past) },
    {
      at: offset(philadelphia, 20, -130),
      columns: {
        ...deed(past),
        document_id: 54530667,
        document_type: 'MORTGAGE',
        display_date: `${past.daysAgo(190)}T10:00:00Z`,
      },
    },
  ],
});
