import { datasetTable } from '../tables.ts';

/** Columns as in the recording new-york-ny/tax-lien-sale-list.csv, whose months read 04/2019; Socrata's own date form beside it. */
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
        month: '05/2025',
        cycle: '30 Day Notice',
        tax_class_code: '4',
        water_debt_only: 'NO',
      },
    },
  ],
});
