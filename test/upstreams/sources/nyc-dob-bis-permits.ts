import { datasetTable } from '../tables.ts';

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
        issuance_date: '03/14/2018',
        filing_date: '03/01/2018',
        expiration_date: '03/14/2019',
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
