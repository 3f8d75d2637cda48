import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'cook-parcel-sales',
  endpoint: 'datacatalog.cookcountyil.gov/resource/wvhk-k5uv.json',

  rows: ({ floatingDaysAgo }) => [
    {
      columns: {
        pin: '17094440010000',
        doc_no: '2601510001',
        sale_date: floatingDaysAgo(300),
        sale_price: 21500000,
        deed_type: 'Warranty',
        class: '591',
        township_code: '76',
        is_multisale: false,
        num_parcels_sale: 1,
      },
    },
    {
      columns: {
        pin: '17094440021001',
        doc_no: '2534410002',
        sale_date: floatingDaysAgo(380),
        sale_price: 410000,
        deed_type: 'Trustee',
        class: '299',
        township_code: '76',
        is_multisale: true,
        num_parcels_sale: 2,
      },
    },
  ],
});
