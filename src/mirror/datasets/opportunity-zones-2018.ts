import { digits, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

export const opportunityZones = table('opportunity-zones-2018', {
  tract2010: digits('Census Tract Number', 11, { required: true }),
  // the workbook writes its advice on filters into the header cell
  state: text(['State', 'Click arrow to filter state State']),
  county: text('County'),
  tractType: text('Tract Type'),
});
