import { id, joinedDigits, money, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import { dataset } from '../engine/dataset-row.ts';

export const loanLimits = table('fhfa-loan-limits', {
  countyFips: joinedDigits(
    [
      ['FIPS State Code', 2],
      ['FIPS County Code', 3],
    ],
    { required: true },
  ),
  county: text('County Name'),
  state: text('State'),
  cbsa: id('CBSA Number'),
  oneUnit: money('One-Unit Limit', { required: true }),
  twoUnit: money('Two-Unit Limit', { required: true }),
  threeUnit: money('Three-Unit Limit', { required: true }),
  fourUnit: money('Four-Unit Limit', { required: true }),
});

export default dataset('fhfa-loan-limits', {
  columns: mirrorColumns(loanLimits),
  keys: [['countyFips']],
  shipped: [{ file: 'fhfa-loan-limits.csv.gz', edition: '2026', retrievedAt: '2025-12-06T00:00:00.000Z', rows: 3235 }],
});
