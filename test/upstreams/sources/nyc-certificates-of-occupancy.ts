import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'nyc-certificates-of-occupancy',
  endpoint: 'data.cityofnewyork.us/resource/bs8b-p36w.json',

  rows: () => [
    {
      columns: {
        job_number: '121999001',
        job_type: 'A1',
        c_o_issue_date: '2019-05-06T00:00:00.000',
        issue_type: 'Final',
        application_status_raw: 'Issued',
        number: '100',
        street: 'GOLD STREET',
        borough: 'Manhattan',
        bin: '1001234',
        bbl: '1000940020',
      },
    },
  ],
});
