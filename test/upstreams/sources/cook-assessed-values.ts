import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'cook-assessed-values',
  endpoint: 'datacatalog.cookcountyil.gov/resource/uzyt-m557.json',

  rows: () => [
    {
      columns: {
        pin: '17094440010000',
        year: 2026,
        class: '591',
        township_code: '76',
        township_name: 'South Chicago',
        mailed_tot: 9000000,
        mailed_land: 2250000,
        mailed_bldg: 6750000,
        certified_tot: null,
        certified_land: null,
        certified_bldg: null,
        board_tot: null,
        board_land: null,
        board_bldg: null,
      },
    },
    {
      columns: {
        pin: '17094440010000',
        year: 2025,
        class: '591',
        township_code: '76',
        township_name: 'South Chicago',
        mailed_tot: 8600000,
        mailed_land: 2150000,
        mailed_bldg: 6450000,
        certified_tot: 8400000,
        certified_land: 2100000,
        certified_bldg: 6300000,
        board_tot: 8100000,
        board_land: 2025000,
        board_bldg: 6075000,
      },
    },
    {
      columns: {
        pin: '17094440010000',
        year: 2024,
        class: '591',
        township_code: '76',
        township_name: 'South Chicago',
        mailed_tot: 8600000,
        mailed_land: 2150000,
        mailed_bldg: 6450000,
        certified_tot: 8600000,
        certified_land: 2150000,
        certified_bldg: 6450000,
        board_tot: 8250000,
        board_land: 2062500,
        board_bldg: 6187500,
      },
    },
  ],
});
