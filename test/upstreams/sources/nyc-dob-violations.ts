import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'nyc-dob-violations',
  endpoint: 'data.cityofnewyork.us/resource/3h2n-5cm9.json',

  rows: ({ daysAgo }) => [
    {
      columns: {
        isn_dob_bis_viol: '2990001',
        boro: '1',
        block: '00094',
        lot: '00020',
        bin: '1001234',
        issue_date: daysAgo(700).replaceAll('-', ''),
        violation_type: 'E-ELEVATOR',
        violation_category: 'V-DOB VIOLATION - ACTIVE',
        disposition_date: null,
        house_number: '100',
        street: 'GOLD STREET',
      },
    },
  ],
});
