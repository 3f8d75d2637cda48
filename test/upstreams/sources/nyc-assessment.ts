import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'nyc-assessment',
  endpoint: 'data.cityofnewyork.us/resource/8y4t-faws.json',

  rows: () => [
    {
      columns: {
        parid: '1000940020',
        year: 2027,
        curtaxclass: '4',
        pymkttot: 132000000,
        tenmkttot: 134000000,
        cbnmkttot: 134000000,
        finmkttot: 134000000,
      },
    },
    {
      columns: {
        parid: '1000940020',
        year: 2026,
        curtaxclass: '4',
        pymkttot: 128000000,
        tenmkttot: 130000000,
        cbnmkttot: 130000000,
        finmkttot: 130000000,
      },
    },
  ],
});
