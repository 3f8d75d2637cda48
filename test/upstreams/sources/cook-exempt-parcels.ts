import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'cook-exempt-parcels',
  endpoint: 'datacatalog.cookcountyil.gov/resource/vgzx-68gb.json',

  rows: () => [{ columns: { pin: '17094440030000', year: 2025 } }],
});
