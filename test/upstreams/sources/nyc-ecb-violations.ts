import { datasetTable } from '../tables.ts';

/**
 * Columns and forms as in an answer that a public client's notes quote (block 00720, lot 00055, YYYYMMDD dates); two other
 * public clients hold lots of four digits (0074), which the second row has.
 */
export default datasetTable({
  cardId: 'nyc-ecb-violations',
  endpoint: 'data.cityofnewyork.us/resource/6bgk-3dad.json',

  rows: ({ daysAgo }) => [
    {
      columns: {
        isn_dob_bis_extract: '36731',
        ecb_violation_number: '39029310H',
        ecb_violation_status: 'RESOLVE',
        dob_violation_number: '061325E1426A1',
        bin: '1001234',
        boro: '1',
        block: '00094',
        lot: '00020',
        hearing_date: daysAgo(280).replaceAll('-', ''),
        served_date: daysAgo(330).replaceAll('-', ''),
        issue_date: daysAgo(331).replaceAll('-', ''),
        severity: 'CLASS - 2',
        violation_type: 'Elevators',
        respondent_name: 'JANE Q PLANTED',
        respondent_street: 'PLANTED STREET',
        violation_description: 'ELEVATOR COMPANY MISSING CAT1 TAGS.',
        hearing_status: 'IN VIOLATION',
        certification_status: 'CERTIFICATE ACCEPTED',
        penality_imposed: '0',
      },
    },
    {
      columns: {
        isn_dob_bis_extract: '36732',
        ecb_violation_number: '39188002Y',
        ecb_violation_status: 'ACTIVE',
        dob_violation_number: '061326E1426A2',
        bin: '1001234',
        boro: '1',
        block: '00094',
        lot: '0020',
        hearing_date: daysAgo(-30).replaceAll('-', ''),
        served_date: daysAgo(40).replaceAll('-', ''),
        issue_date: daysAgo(41).replaceAll('-', ''),
        severity: 'CLASS - 1',
        violation_type: 'Plumbing',
        respondent_name: 'JANE Q PLANTED',
        respondent_street: 'PLANTED STREET',
        violation_description: 'FAILURE TO MAINTAIN BUILDING IN CODE-COMPLIANT MANNER',
        hearing_status: 'PENDING',
        certification_status: 'NO COMPLIANCE RECORDED',
        penality_imposed: '0',
      },
    },
  ],
});
