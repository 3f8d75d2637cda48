import { z } from 'zod';
import { computed, number, text } from '../../fields/define.ts';
import { mirrorColumns, table } from '../../fields/table.ts';
import type { Dataset } from '../engine/dataset.ts';

/** The official file has no header line; a copy with one has no quarter in it. */
const quarterOf = (cells: readonly unknown[]) => {
  const quarter = cells.map((cell) => String(cell).trim()).join('Q');
  return /^\d{4}Q[1-4]$/.test(quarter) ? quarter : undefined;
};

export const stateIndexes = table('fhfa-hpi-state', {
  state: text('State', { required: true }),
  quarter: computed(['Year', 'Quarter'], z.string(), quarterOf, { required: true }),
  index: number('HPI'),
});

export default {
  id: 'fhfa-hpi-state',
  title: 'House Price Index by state, quarterly, all transactions',
  publisher: 'Federal Housing Finance Agency',
  sourceUrl: 'https://www.fhfa.gov/hpi/download/quarterly_datasets/hpi_at_state.csv',
  datasetUrl: 'https://www.fhfa.gov/data/hpi/datasets',
  vintage: { column: 'quarter' },
  outside: ['AS', 'GU', 'MP', 'PR', 'VI'],
  megabytes: 0.2,
  cadence: 'quarterly, about two months after the quarter',
  staleAfterDays: 190,
  supersededAfterDays: 190,
  file: { format: 'table', header: ['State', 'Year', 'Quarter', 'HPI'] },
  columns: mirrorColumns(stateIndexes),
  keys: [['state', 'quarter']],
  seen: {
    by: 'recording',
    note: 'columns from the published file (edition to 2017); address and size as two public clients of 2026 state them; not seen live by us',
  },
} satisfies Dataset;
