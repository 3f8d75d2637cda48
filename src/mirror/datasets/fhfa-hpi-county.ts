import { digits, number, text, year } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import { dataset } from '../engine/dataset-row.ts';

export const countyIndexes = table('fhfa-hpi-county', {
  countyFips: digits(['FIPS code', 'FIPS'], 5, { required: true }),
  county: text('County'),
  state: text('State'),
  year: year('Year', { required: true }),
  annualChangePercent: number('Annual Change (%)', { unit: 'percent' }),
  index: number('HPI'),
  index2000: number('HPI with 2000 base'),
});

export default dataset('fhfa-hpi-county', {
  columns: mirrorColumns(countyIndexes),
  keys: [['countyFips', 'year']],
});
