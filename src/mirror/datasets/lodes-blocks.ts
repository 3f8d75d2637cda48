import { z } from 'zod';
import { computed, digits, partName, point } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';
import { prefixOf } from './lodes-workplace.ts';

export const blocks = table('lodes-blocks', {
  state: partName(),
  block: digits('tabblk2020', 15, { required: true }),
  tract: computed(['tabblk2020'], z.string(), prefixOf(11), { required: true }),
  at: point('blklatdd', 'blklondd'),
});
