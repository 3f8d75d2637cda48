import { mirrorColumns } from '../../fields/table.ts';
import { landslides } from '../../sources/usgs-landslides/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('usgs-landslides', {
  file: { member: /us_ls_v3_point\.csv$/i },
  columns: mirrorColumns(landslides),
  keys: [['id']],
});
