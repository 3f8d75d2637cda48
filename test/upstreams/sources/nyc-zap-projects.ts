import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'nyc-zap-projects',
  endpoint: 'data.cityofnewyork.us/resource/hgx4-8ukb.json',

  rows: ({ floatingDaysAgo }) => [
    {
      columns: {
        project_id: '2026M0101',
        project_name: 'Gold Street Rezoning',
        public_status: 'In Public Review',
        ulurp_numbers: '260101ZMM',
        actions: 'ZM',
        certified_referred: floatingDaysAgo(90),
      },
    },
  ],
});
