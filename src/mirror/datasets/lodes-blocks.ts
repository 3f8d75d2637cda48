import { z } from 'zod';
import { computed, digits, partName, point } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';
import workplace, { lodesStates, prefixOf } from './lodes-workplace.ts';

export const blocks = table('lodes-blocks', {
  state: partName(),
  block: digits('tabblk2020', 15, { required: true }),
  tract: computed(['tabblk2020'], z.string(), prefixOf(11), { required: true }),
  at: point('blklatdd', 'blklondd'),
});

export default {
  id: 'lodes-blocks',
  title: 'Positions of census blocks (LODES 8, geography crosswalk)',
  publisher: workplace.publisher,
  sourceUrl: 'https://lehd.ces.census.gov/data/lodes/LODES8/{part}/{part}_xwalk.csv.gz',
  datasetUrl: workplace.datasetUrl,
  vintage: '2020 blocks',
  megabytes: 8,
  cadence: 'with each release of LODES',
  staleAfterDays: 800,
  file: { format: 'table' },
  columns: mirrorColumns(blocks),
  keys: [],
  parts: { column: 'state', whole: lodesStates },
  seen: {
    by: 'code',
    note: 'address and columns from the LODES 8 layout as quoted in public notes; not seen live by us',
  },
} satisfies Dataset;
