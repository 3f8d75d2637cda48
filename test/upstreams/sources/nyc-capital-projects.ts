import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'nyc-capital-projects',
  endpoint: 'data.cityofnewyork.us/resource/fi59-268w.json',

  rows: () => [
    {
      columns: {
        maprojid: '850SANDHW01',
        description: 'RECONSTRUCTION OF GOLD STREET WATER MAINS',
        typecategory: 'Fixed Asset',
        magencyacro: 'DDC',
        mindate: '2025-06-01T00:00:00.000',
        maxdate: '2029-06-01T00:00:00.000',
        totalplannedcommit: 14200000,
        commit_total: 900000,
        spent_total: 310000,
      },
    },
  ],
});
