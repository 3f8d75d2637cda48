import { mirrorColumns } from '../../fields/table.ts';
import { aquifers } from '../../sources/epa-sole-source-aquifers/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('epa-sole-source-aquifers', {
  file: { format: 'geojson' },
  columns: mirrorColumns(aquifers),
  polygon: true,
  keys: [['id']],
});
