import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { computed } from '../../fields/define.ts';
import { mirrorColumns } from '../../fields/table.ts';
import { droughtMaps } from '../../sources/usdm/fields.ts';
import { dataset } from '../engine/dataset-row.ts';

export default dataset('usdm-county', {
  columns: {
    year: computed([['MapDate', 'mapDate']], z.string(), ([cell]) => dateOf(cell)?.slice(0, 4), { required: true }),
    ...mirrorColumns(droughtMaps),
  },
  keys: [['countyFips']],
  parts: { column: 'year', newest: 1 },
});
