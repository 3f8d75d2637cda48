import { arrange, type Near, type Positioned } from '../../geometry/placed.ts';
import { type Lookup, mapRows } from '../../kernel/lookup.ts';
import type { GeoPoint } from '../../kernel/subject.ts';

/** The rows within a radius of a point, nearest first with distance and direction; `empty` where none lies within it. */
export const nearestRows = <T extends Positioned>(
  found: Lookup<readonly T[]>,
  point: GeoPoint,
  radiusMeters: number,
): Lookup<readonly Near<T>[]> => mapRows(found, (rows) => arrange(rows, point, radiusMeters).near);
