import { id, joinedDigits, money, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

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
