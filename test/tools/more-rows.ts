import { vi } from 'vitest';

/** Runs with the rows of a rule table that fit, as many times over; no place has as many rows today as an answer lists. */
export async function withRowsTimes<R extends object, T>(
  table: { readonly rows: readonly R[] },
  times: number,
  isWanted: (row: R) => boolean,
  run: () => Promise<T>,
): Promise<T> {
  const kept = table.rows;
  const again = kept.filter(isWanted);
  const spy = vi.spyOn(table, 'rows', 'get').mockReturnValue([
    ...kept,
    ...Array(times - 1)
      .fill(again)
      .flat(),
  ]);
  try {
    return await run();
  } finally {
    spy.mockRestore();
  }
}
