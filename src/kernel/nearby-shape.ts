import { z } from 'zod';

/** How many records lie within each distance. */
export const byDistance = z
  .array(z.strictObject({ withinMeters: z.int(), count: z.int() }))
  .describe('Records within a quarter mile (402 m), half a mile, a mile and the radius itself');

export type CountWithin = z.infer<typeof byDistance>[number];

export const distance = {
  distanceMeters: z.number().describe('From the queried point to the point of the record'),
  direction: z.string(),
};

/** A distance in a sentence: meters below a kilometer. */
export const metricWords = (meters: number): string =>
  meters < 1000 ? `${meters} m` : `${Number((meters / 1000).toFixed(1))} km`;

/** A list that is cut says how many it left out. */
export const leftOut = z.int().optional().describe('Further records within the radius that are not listed');

/** A number with its noun. */
export const many = (count: number, one: string, several = `${one}s`) => `${count} ${count === 1 ? one : several}`;

/** The first rows of a list and how many it leaves out. */
export function cutTo<T>(rows: readonly T[], limit: number): { shown: readonly T[]; rest: { leftOut?: number } } {
  return { shown: rows.slice(0, limit), rest: rows.length > limit ? { leftOut: rows.length - limit } : {} };
}

/** A list that has entries; undefined for one without, which an answer leaves out. */
export const filled = <T>(rows: readonly T[]): readonly T[] | undefined => (rows.length > 0 ? rows : undefined);

/** How many rows a list has beyond those that are shown; undefined where it has no more. */
export const beyond = (rows: readonly unknown[] | undefined, limit: number): number | undefined =>
  rows && rows.length > limit ? rows.length - limit : undefined;

/** "3 older events", where some are left out. */
export const leftWords = (count: number | undefined, what: string): readonly string[] =>
  count === undefined ? [] : [`${count} ${what}`];

/** The names of what could not be read, as the end of a sentence. */
export const notRead = (names: readonly string[]): string =>
  names.length > 0 ? `; not read: ${names.join(', ')}` : '';

/**
 * The first rows of a list as an answer has them, each with the citation that they share; undefined where there are none.
 *
 * @param view what is shown of a row: a function, or the names of its fields; all where absent
 */
export function citedRows<T extends object, V extends object = T>(
  rows: readonly T[] | undefined,
  citation: string | undefined,
  limit = Number.POSITIVE_INFINITY,
  view: ((row: T) => V) | readonly (keyof V & keyof T & string)[] = (row) => row as unknown as V,
): (V & { readonly citation: string })[] | undefined {
  if (!rows || rows.length === 0 || citation === undefined) return undefined;
  const of =
    typeof view === 'function' ? view : (row: T) => Object.fromEntries(view.map((name) => [name, row[name]])) as V;
  return rows.slice(0, limit).map((row) => ({ ...of(row), citation }));
}

/** The same under a name, and under this name with LeftOut how many more there are. */
export const listed = (
  name: string,
  rows: readonly object[] | undefined,
  citation: string | undefined,
  limit: number,
): Readonly<Record<string, unknown>> => ({
  [name]: citedRows(rows, citation, limit),
  [`${name}LeftOut`]: beyond(rows, limit),
});

/** The first rows of a list under its name, and how many more there are, as the facts of an answer; undefined without a row. */
export const firstRows = <T>(
  name: string,
  rows: readonly T[],
  limit: number,
  view: (row: T) => object,
): Readonly<Record<string, unknown>> | undefined =>
  rows.length > 0 ? { [name]: rows.slice(0, limit).map((row) => view(row)), leftOut: beyond(rows, limit) } : undefined;
