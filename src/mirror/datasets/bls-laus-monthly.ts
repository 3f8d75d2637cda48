import { mirrorColumns } from '../../fields/table.ts';
import { laborPoints } from '../../sources/bls-laus/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('bls-laus-monthly', {
  file: { delimiter: '\t' },
  columns: mirrorColumns(laborPoints),
  keys: [['countyFips', 'measure', 'month']],
  // from a constant year on, so that a copy does not lose months as the calendar moves
  keep: { year: /^20(2[1-9]|[3-9]\d)$/ },
});
