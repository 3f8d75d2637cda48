import { mirrorColumns } from '../../fields/table.ts';
import { crashes } from '../../sources/nhtsa-crash-api/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('fars-crashes', {
  file: {
    encoding: 'latin1',
    member: /(^|\/)accident\.csv$/i,
  },
  columns: mirrorColumns(crashes),
  keys: [['year']],
  parts: { column: 'year', newest: 5 },
});
