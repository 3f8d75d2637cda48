import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'nyc-exemptions',
  endpoint: 'data.cityofnewyork.us/resource/muvi-b6kx.json',

  rows: () => [{ columns: { parid: '1000940020', year: 2026, exmp_code: '2231', curexmptot: 58500000 } }],
});
