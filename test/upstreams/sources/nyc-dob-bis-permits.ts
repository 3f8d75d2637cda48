import { datasetTable } from '../tables.ts';

/**
 * Columns as in the recording new-york-ny/permits-dob-issuance.json (2025-07: MM/DD/YYYY). Rows before mid-2020 were seen
 * to hold ISO dates in the freshness survey of a public registry of city feeds (2026-10-03).
 */
export default datasetTable({
  cardId: 'nyc-dob-bis-permits',
  endpoint: 'data.cityofnewyork.us/resource/ipu4-2q9a.json',

  rows: () => [
    {
      columns: {
        job__: '121000001',
        permit_sequence__: '01',
        job_type: 'A2',
        permit_type: 'EW',
        permit_status: 'ISSUED',
        permit_si_no: '3410001',
        issuance_date: '2018-03-14T00:00:00.000',
        filing_date: '2018-03-01T00:00:00.000',
        expiration_date: '2019-03-14T00:00:00.000',
        house__: '100',
        street_name: 'GOLD STREET',
        borough: 'MANHATTAN',
        block: '00094',
        lot: '00020',
        bin__: '1001234',
      },
    },
    {
      columns: {
        job__: '121000001',
        permit_sequence__: '02',
        job_type: 'A2',
        permit_type: 'EW',
        permit_status: 'ISSUED',
        permit_si_no: '3990001',
        issuance_date: '07/01/2025',
        filing_date: '06/24/2025',
        expiration_date: '07/01/2026',
        house__: '100',
        street_name: 'GOLD STREET',
        borough: 'MANHATTAN',
        block: '00094',
        lot: '00020',
        bin__: '1001234',
      },
    },
  ],
});
