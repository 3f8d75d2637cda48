import { digits, number, text, year } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

export const countyIndexes = table('fhfa-hpi-county', {
  countyFips: digits(['FIPS code', 'FIPS'], 5, { required: true }),
  county: text('County'),
  state: text('State'),
  year: year('Year', { required: true }),
  annualChangePercent: number('Annual Change (%)', { unit: 'percent' }),
  index: number('HPI'),
  index2000: number('HPI with 2000 base'),
});
