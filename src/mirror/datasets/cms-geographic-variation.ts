import { mirrorColumns } from '../../fields/table.ts';
import { medicareCounties } from '../../sources/cms-geographic-variation/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('cms-geographic-variation', {
  file: { format: 'json' },
  columns: mirrorColumns(medicareCounties),
  keys: [['countyFips', 'year']],
  keep: { BENE_GEO_LVL: /^County$/, BENE_AGE_LVL: /^All$/ },
  parts: { column: 'year', newest: 1 },
});
