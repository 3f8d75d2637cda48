import type { Dataset } from '../dataset.ts';

export type Named = Pick<Dataset, 'file' | 'columns' | 'keep'>;

function headerNames({ columns, keep = {} }: Named): ReadonlySet<string> {
  return new Set([...Object.values(columns).flatMap(({ row }) => row.columns.flat()), ...Object.keys(keep)]);
}

/** A header cell as columns name it: workbooks break a long name over lines. */
export const headerName = (cell: unknown, { file: { headerWithout } }: Pick<Dataset, 'file'>): string => {
  const name = String(cell ?? '')
    .trim()
    .replace(/\s+/g, ' ');
  return headerWithout ? name.replace(headerWithout, '') : name;
};

/** Index of the row that holds most of the names; publishers put titles and notes above their header. 0 where none does. */
export function findHeader(rows: readonly (readonly unknown[])[], dataset: Named): number {
  const names = headerNames(dataset);
  let found = 0;
  let most = 0;
  for (const [index, row] of rows.slice(0, 20).entries()) {
    const count = row.filter((cell) => names.has(headerName(cell, dataset))).length;
    if (count > most) [found, most] = [index, count];
  }
  return found;
}
