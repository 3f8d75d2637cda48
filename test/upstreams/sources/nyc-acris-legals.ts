import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'nyc-acris-legals',
  endpoint: 'data.cityofnewyork.us/resource/8h5j-fqxa.json',

  rows: ({ floatingDaysAgo }) => [
    {
      columns: {
        document_id: '2019031500123001',
        borough: 1,
        block: 94,
        lot: 20,
        property_type: 'OF',
        street_number: '100',
        street_name: 'GOLD STREET',
        unit: null,
        good_through_date: floatingDaysAgo(25),
      },
    },
    {
      columns: {
        document_id: '2008070100456001',
        borough: 1,
        block: 94,
        lot: 20,
        property_type: 'OF',
        street_number: '100',
        street_name: 'GOLD STREET',
        unit: null,
        good_through_date: floatingDaysAgo(25),
      },
    },
  ],
});
