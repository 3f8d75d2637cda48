import { z } from 'zod';
import { computed, number, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

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
