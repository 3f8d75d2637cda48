import { id, text } from '../../fields/define.ts';
import { mirrorColumns } from '../../fields/table.ts';
import { runningNumber, triForms } from '../../sources/epa-tri/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('epa-tri-basic', {
  file: { headerWithout: runningNumber },
  columns: {
    year: text('YEAR', { required: true }),
    state: id('ST'),
    ...mirrorColumns(triForms),
  },
  keys: [['state', 'countyKey']],
  parts: { column: 'year', newest: 1 },
});
