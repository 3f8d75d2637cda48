import { readDataTable } from '../kernel/data-file.ts';
import { groupBy } from '../kernel/group.ts';
import { once } from '../kernel/memoize.ts';

const legends = once(() => groupBy(readDataTable('legends.csv'), (row) => `${row.source} ${row.column}`));

/**
 * Codes of a publisher's column and what they stand for (`data/legends.csv`), in the publisher's order; the meaning of a
 * code without words is empty. Throws for a column without codes.
 */
export function codesOf(source: string, column: string): readonly (readonly [code: string, meaning: string])[] {
  const rows = legends().get(`${source} ${column}`);
  if (!rows) throw new Error(`data/legends.csv has no codes of the column ${column} of ${source}`);
  return rows.map(({ code = '', meaning = '' }) => [code, meaning]);
}

/** The meaning of each of {@link codesOf}. */
export const legendOf = (source: string, column: string): Readonly<Record<string, string>> =>
  Object.fromEntries(codesOf(source, column));
