import { digits, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import { dataset } from '../engine/dataset-row.ts';

export const opportunityZones = table('opportunity-zones-2018', {
  tract2010: digits('Census Tract Number', 11, { required: true }),
  // the workbook writes its advice on filters into the header cell
  state: text(['State', 'Click arrow to filter state State']),
  county: text('County'),
  tractType: text('Tract Type'),
});

export default dataset('opportunity-zones-2018', {
  columns: mirrorColumns(opportunityZones),
  keys: [['tract2010']],
  shipped: [
    {
      file: 'opportunity-zones-2018.csv.gz',
      edition: '2018-12-14',
      retrievedAt: '2025-01-31T00:00:00.000Z',
      rows: 8764,
    },
  ],
});
