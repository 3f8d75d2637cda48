import { text } from '../../fields/define.ts';
import { mirrorColumns } from '../../fields/table.ts';
import { tankFacilities } from '../../sources/epa-ust-finder/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('epa-ust-facilities', {
  columns: { ...mirrorColumns(tankFacilities), state: text('State') },
  keys: [['state']],
});
