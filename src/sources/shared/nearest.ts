import { arrange, type Near, type Positioned } from '../../geometry/placed.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { GeoPoint } from '../../kernel/subject.ts';

/** The rows within a radius of a point, nearest first with distance and direction; `empty` where none lies within it. */
export function nearestRows<T extends Positioned>(
  found: Lookup<readonly T[]>,
  point: GeoPoint,
  radiusMeters: number,
): Lookup<readonly Near<T>[]> {
  if (!hasData(found)) return found;
  const data = arrange(found.data, point, radiusMeters).near;
  return data.length > 0 ? { ...found, data } : noneOf(found);
}
