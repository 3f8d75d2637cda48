import { text } from '../../fields/define.ts';
import { mirrorColumns } from '../../fields/table.ts';
import { tankReleases } from '../../sources/epa-ust-finder/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('epa-ust-releases', {
  columns: { ...mirrorColumns(tankReleases), state: text('State') },
  keys: [['state']],
});
