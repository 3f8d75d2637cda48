import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'cook-appeals',
  endpoint: 'datacatalog.cookcountyil.gov/resource/y282-6ig3.json',

  rows: () => [
    {
      columns: {
        pin: '17094440010000',
        case_no: 'C2025-0001',
        year: 2025,
        township_code: '76',
        class: '591',
        appeal_type: 'standard',
        change: 'change',
        reason_desc1: 'Income/expense analysis',
        status: 'closed',
        mailed_tot: 8600000,
        certified_tot: 8400000,
      },
    },
    {
      columns: {
        pin: '17094440021001',
        case_no: 'C2025-0002',
        year: 2025,
        township_code: '76',
        class: '299',
        appeal_type: 'standard',
        change: 'no change',
        reason_desc1: 'Comparable evidence insufficient',
        status: 'closed',
        mailed_tot: 41000,
        certified_tot: 41000,
      },
    },
    {
      columns: {
        pin: '17094440021002',
        case_no: 'C2025-0003',
        year: 2025,
        township_code: '76',
        class: '299',
        appeal_type: 'standard',
        change: 'change',
        reason_desc1: 'Uniformity',
        status: 'closed',
        mailed_tot: 42000,
        certified_tot: 38500,
      },
    },
  ],
});
