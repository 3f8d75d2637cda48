import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { computed } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';
import { droughtMaps } from '../../sources/usdm/fields.ts';

export const mapsOfFile = table('usdm-county', {
  year: computed([['MapDate', 'mapDate']], z.string(), ([cell]) => dateOf(cell)?.slice(0, 4), { required: true }),
  ...droughtMaps.fields,
});
