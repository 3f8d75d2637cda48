import { mirrorColumns } from '../../fields/table.ts';
import { seats } from '../../sources/congress-legislators/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('congress-legislators', {
  file: { format: 'json' },
  columns: mirrorColumns(seats),
  keys: [['state', 'chamber']],
});
