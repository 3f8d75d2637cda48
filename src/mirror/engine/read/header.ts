import type { Dataset } from '../dataset.ts';

/** Header names that a dataset reads, spellings of several editions included. */
export function headerNames(dataset: Pick<Dataset, 'file' | 'columns'>): ReadonlySet<string> {
  const kept = Object.values(dataset.columns).flatMap((column) => ('from' in column ? column.from : []));
  return new Set([...kept, ...(dataset.file.expects ?? [])]);
}

/** A header cell as columns name it: workbooks break a long name over lines. */
export const headerName = (cell: unknown): string =>
  String(cell ?? '')
    .trim()
    .replace(/\s+/g, ' ');

/** Index of the row that holds most of the names; publishers put titles and notes above their header. 0 where none does. */
export function findHeader(rows: readonly (readonly unknown[])[], names: ReadonlySet<string>): number {
  let found = 0;
  let most = 0;
  for (const [index, row] of rows.slice(0, 20).entries()) {
    const count = row.filter((cell) => names.has(headerName(cell))).length;
    if (count > most) [found, most] = [index, count];
  }
  return found;
}
