import { datasetTable } from '../tables.ts';

/**
 * Columns and texts as in the recording new-york-ny/parcel-transfers-rolling-sales.csv (2021: boroughs by name); five
 * public clients of 2026 ask and read boroughs by number. Both are served.
 */
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
    {
      columns: {
        borough: '1',
        block: 94,
        lot: 1,
        address: '90 GOLD STREET, 7C',
        sale_date: floatingDaysAgo(90),
        sale_price: '1,275,000',
        building_class_category: '10 COOPS - ELEVATOR APARTMENTS',
      },
    },
  ],
});
