/** Rows by a key, keys in order of their first row. */
export function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** How often each value occurs, the most frequent first; values of one frequency in the order of their first one. */
export const tally = (values: readonly string[]): readonly (readonly [value: string, count: number])[] =>
  [...groupBy(values, (value) => value)]
    .map(([value, group]) => [value, group.length] as const)
    .sort((a, b) => b[1] - a[1]);
