import { samplePlaces } from '../places.ts';
import { cartoTable, offset } from '../tables.ts';

const { philadelphia } = samplePlaces;

export default cartoTable({
  cardId: 'philadelphia-violations',
  endpoint: 'phl.carto.com/api/v2/sql',
  table: 'violations',

  rows: ({ daysAgo }) => [
    {
      at: offset(philadelphia, 60, 0),
      columns: {
        violationnumber: 'VI-2026-001234',
        violationcodetitle: 'EXTERIOR AREA WEEDS',
        caseprioritydesc: 'STANDARD',
        violationstatus: 'OPEN',
        violationdate: `${daysAgo(50)}T04:00:00Z`,
        address: '1525 MARKET ST',
        opa_account_num: '883000200',
      },
    },
  ],
});
