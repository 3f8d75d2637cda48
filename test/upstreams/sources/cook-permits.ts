import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'cook-permits',
  endpoint: 'datacatalog.cookcountyil.gov/resource/6yjf-dfxs.json',

  rows: ({ floatingDaysAgo }) => [
    {
      columns: {
        pin: '17094440010000',
        permit_number: '2026-100990001',
        local_permit_number: '100990001',
        date_issued: floatingDaysAgo(60),
        status: 'OPEN',
        assessable: 'Assessable',
        amount: 240000,
        municipality: 'CITY OF CHICAGO',
        property_address: '121 N LASALLE ST',
        job_code_primary: 'COMMERCIAL PERMIT',
        job_code_secondary: 'PARTITIONING',
      },
    },
  ],
});
