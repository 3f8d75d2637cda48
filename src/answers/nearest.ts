import { z } from 'zod';
import { pickFields } from '../fields/table.ts';
import type { Near } from '../geometry/placed.ts';
import { beyond, distance, leftOut } from '../kernel/nearby-shape.ts';

/** Schemas of the nearest entries of a list, and of how many more there are. */
export const nearestShape = <S extends z.ZodRawShape>(shape: S) => ({
  nearest: z.array(z.strictObject({ ...shape, ...distance })),
  leftOut,
});

/** The nearest entries of a list with some of their fields, and how many more there are. */
export const nearestOf = <T extends object, K extends keyof T & string>(
  near: readonly Near<T>[],
  limit: number,
  fields: readonly K[],
) => ({
  nearest: near
    .slice(0, limit)
    .map((one) => ({ ...pickFields(one, ...fields), ...pickFields(one, 'distanceMeters', 'direction') })),
  leftOut: beyond(near, limit),
});
