import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'nyc-acris-master',
  endpoint: 'data.cityofnewyork.us/resource/bnx9-e6tj.json',

  rows: ({ floatingDaysAgo }) => [
    {
      columns: {
        document_id: '2019031500123001',
        crfn: '2019000090001',
        doc_type: 'AGMT',
        document_date: '2019-03-01T00:00:00.000',
        recorded_datetime: '2019-03-20T00:00:00.000',
        document_amt: 12500000,
        percent_trans: 0,
        good_through_date: floatingDaysAgo(25),
      },
    },
    {
      columns: {
        document_id: '2008070100456001',
        crfn: '2008000270002',
        doc_type: 'DEED',
        document_date: '2008-06-25T00:00:00.000',
        recorded_datetime: '2008-07-09T00:00:00.000',
        document_amt: 0,
        percent_trans: 100,
        good_through_date: floatingDaysAgo(25),
      },
    },
  ],
});
