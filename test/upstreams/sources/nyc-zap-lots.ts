import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'nyc-zap-lots',
  endpoint: 'data.cityofnewyork.us/resource/2iga-a6mk.json',

  rows: () => [{ columns: { project_id: '2026M0101', bbl: '1000940020' } }],
});
