import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'nyc-tax-lien-list',
  endpoint: 'data.cityofnewyork.us/resource/9rz4-mjek.json',

  rows: () => [
    {
      columns: {
        borough: 1,
        block: 94,
        lot: 1,
        month: '2025-05-01T00:00:00.000',
        cycle: '90 Day Notice',
        tax_class_code: '2',
        water_debt_only: 'YES',
      },
    },
    {
      columns: {
        borough: 1,
        block: 94,
        lot: 20,
        month: '2025-05-01T00:00:00.000',
        cycle: '30 Day Notice',
        tax_class_code: '4',
        water_debt_only: 'NO',
      },
    },
  ],
});
