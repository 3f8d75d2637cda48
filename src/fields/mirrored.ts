import { type Lookup, mapLookup } from '../kernel/lookup.ts';
import type { MirrorRow } from '../kernel/ports/mirror.ts';
import type { Fields, RowOf, Table } from './table.ts';

type Distance<R> = R extends { readonly distanceMeters: number } ? { readonly distanceMeters: number } : unknown;

/**
 * Rows of a mirrored dataset as the field table from which its columns were made publishes them, with the distance that
 * `near` adds.
 */
export const mirroredRows = <F extends Fields, R extends MirrorRow>(
  table: Table<F>,
  found: Lookup<readonly R[]>,
): Lookup<readonly (RowOf<Table<F>> & Distance<R>)[]> =>
  mapLookup(found, (rows) =>
    rows.map((row) => {
      const { distanceMeters } = row;
      const read = table.fromMirror(row);
      return (typeof distanceMeters === 'number' ? { ...read, distanceMeters } : read) as RowOf<Table<F>> & Distance<R>;
    }),
  );

/** The same for rows of a county, which come with the code that matched. */
export const mirroredCounty = <F extends Fields, C>(
  table: Table<F>,
  found: Lookup<{ readonly code: C; readonly rows: readonly MirrorRow[] }>,
): Lookup<{ readonly code: C; readonly rows: readonly RowOf<Table<F>>[] }> =>
  mapLookup(found, ({ code, rows }) => ({ code, rows: rows.map((row) => table.fromMirror(row)) }));
