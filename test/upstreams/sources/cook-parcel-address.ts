import { datasetTable } from '../tables.ts';

/** Columns and the year form 2025.0 as a public client's notes have them (2026-08-04). */
export default datasetTable({
  cardId: 'cook-parcel-address',
  endpoint: 'datacatalog.cookcountyil.gov/resource/3723-97qp.json',

  rows: () => [
    {
      columns: {
        pin: '17094440010000',
        pin10: '1709444001',
        year: '2025.0',
        prop_address_full: '121 N LASALLE ST',
        prop_address_city_name: 'CHICAGO',
        prop_address_zipcode_1: '60602',
      },
    },
    {
      columns: {
        pin: '17094440010000',
        pin10: '1709444001',
        year: '2024.0',
        prop_address_full: '121 N LASALLE ST',
        prop_address_city_name: 'CHICAGO',
        prop_address_zipcode_1: '60602',
      },
    },
  ],
});
