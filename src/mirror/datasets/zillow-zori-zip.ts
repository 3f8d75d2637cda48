import { z } from 'zod';
import { computed, digits, text } from '../../fields/define.ts';
import { numberOf } from '../../fields/numbers.ts';
import { table } from '../../fields/table.ts';

/** The file has a column for each month, by its last day; the index begins in 2015. */
const monthEnds = Array.from({ length: 12 * 35 }, (_, at) =>
  new Date(Date.UTC(2015, at + 1, 0)).toISOString().slice(0, 10),
);

const newestOf = (cells: readonly unknown[]) => cells.findLastIndex((cell) => (numberOf(cell) ?? 0) > 0);

export const rentIndexes = table('zillow-zori-zip', {
  zip: digits('RegionName', 5, { required: true }),
  state: text('State'),
  month: computed(monthEnds, z.string(), (cells) => monthEnds[newestOf(cells)]?.slice(0, 7), { required: true }),
  /** Dollars a month. */
  rent: computed(monthEnds, z.number(), (cells) => numberOf(cells[newestOf(cells)]), { required: true }),
});
