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

/** A list that is cut says how many it left out. */
export const leftOut = z.int().optional().describe('Further records within the radius that are not listed');

/** A number with its noun. */
export const many = (count: number, one: string, several = `${one}s`) => `${count} ${count === 1 ? one : several}`;

/** The first rows of a list and how many it leaves out. */
export function cutTo<T>(rows: readonly T[], limit: number): { shown: readonly T[]; rest: { leftOut?: number } } {
  return { shown: rows.slice(0, limit), rest: rows.length > limit ? { leftOut: rows.length - limit } : {} };
}

/**
 * Rows as an answer lists them under a name: the first `limit` with the citation that they share, and under the same name
 * with LeftOut how many more there are. Nothing without rows.
 */
export function listed<N extends string, T extends object>(
  name: N,
  rows: readonly T[] | undefined,
  citation: string | undefined,
  limit: number,
) {
  if (!rows || rows.length === 0 || citation === undefined) return {};
  return {
    [name]: rows.slice(0, limit).map((row) => ({ ...row, citation })),
    ...(rows.length > limit && { [`${name}LeftOut`]: rows.length - limit }),
  } as { [K in N]: (T & { citation: string })[] } & { [K in `${N}LeftOut`]?: number };
}
