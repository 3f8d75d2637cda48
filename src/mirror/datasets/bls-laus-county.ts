import { mirrorColumns } from '../../fields/table.ts';
import { laborYears } from '../../sources/bls-laus/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('bls-laus-county', {
  columns: mirrorColumns(laborYears),
  keys: [['countyFips', 'year']],
  parts: { column: 'year', newest: 1 },
});
