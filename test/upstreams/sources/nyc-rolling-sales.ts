import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'nyc-rolling-sales',
  endpoint: 'data.cityofnewyork.us/resource/usep-8jbt.json',

  rows: ({ floatingDaysAgo }) => [
    {
      columns: {
        borough: 'MANHATTAN',
        block: 94,
        lot: 1,
        address: '90 GOLD STREET, 4B',
        sale_date: floatingDaysAgo(120),
        sale_price: '1,150,000',
        building_class_category: '10 COOPS - ELEVATOR APARTMENTS',
      },
    },
  ],
});
