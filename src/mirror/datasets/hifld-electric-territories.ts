import { mirrorColumns } from '../../fields/table.ts';
import { territories } from '../../sources/hifld-electric-territories/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('hifld-electric-territories', {
  file: { format: 'geojson' },
  columns: mirrorColumns(territories),
  polygon: true,
  keys: [['eiaId']],
  pages: { size: 1000 },
});
