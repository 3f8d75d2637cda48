import { mirrorColumns } from '../../fields/table.ts';
import { airportsOfFile } from '../../sources/faa-airports/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('faa-airports', {
  cycle: { first: '2026-05-14', days: 28 },
  file: { member: /APT_BASE\.csv$/i, encoding: 'latin1' },
  columns: mirrorColumns(airportsOfFile),
  keys: [['state']],
  keep: { SITE_TYPE_CODE: /^A$/ },
});
