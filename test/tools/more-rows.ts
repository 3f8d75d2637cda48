import { vi } from 'vitest';

/** Runs with rows added to those of a rule table. */
export async function withRowsAdded<R extends object, T>(
  table: { readonly rows: readonly R[] },
  added: readonly R[],
  run: () => Promise<T>,
): Promise<T> {
  const spy = vi.spyOn(table, 'rows', 'get').mockReturnValue([...table.rows, ...added]);
  try {
    return await run();
  } finally {
    spy.mockRestore();
  }
}

/** Runs with the rows of a rule table that fit, as many times over; no place has as many rows today as an answer lists. */
export function withRowsTimes<R extends object, T>(
  table: { readonly rows: readonly R[] },
  times: number,
  isWanted: (row: R) => boolean,
  run: () => Promise<T>,
): Promise<T> {
  const again = table.rows.filter(isWanted);
  return withRowsAdded(
    table,
    Array(times - 1)
      .fill(again)
      .flat(),
    run,
  );
}
