import { samplePlaces } from '../places.ts';
import { cartoTable, offset } from '../tables.ts';

const { philadelphia } = samplePlaces;

export default cartoTable({
  cardId: 'philadelphia-permits',
  endpoint: 'phl.carto.com/api/v2/sql',
  table: 'permits',

  rows: ({ daysAgo }) => [
    {
      at: offset(philadelphia, 4, 4),
      columns: {
        permitnumber: 'CP-2026-004321',
        permittype: 'BUILDING',
        permitdescription: 'COMMERCIAL BUILDING PERMIT',
        typeofwork: 'ALTERATIONS',
        status: 'ISSUED',
        permitissuedate: `${daysAgo(75)}T14:00:00Z`,
        permitcompleteddate: null,
        address: '1515 MARKET ST',
        opa_account_num: '883000100',
      },
    },
  ],
});
