import type { GeoPoint } from '../kernel/subject.ts';
import { compass, distanceMeters } from './geo.ts';

export interface Positioned {
  readonly at?: GeoPoint;
}

export type Near<T> = T & { readonly distanceMeters: number; readonly direction: string };

/** Quarter mile, half mile and mile, the distances at which environmental records are usually counted. */
export const miles = { quarter: 402, half: 805, one: 1609 } as const;

/**
 * Sorts records into those within the radius, nearest first with distance and direction, and those without a position:
 * a record that cannot be placed is neither near nor far.
 */
export function arrange<T extends Positioned>(rows: readonly T[], from: GeoPoint, radiusMeters: number) {
  const near: Near<T>[] = [];
  const unplaced: T[] = [];
  for (const row of rows) {
    if (!row.at) {
      unplaced.push(row);
      continue;
    }
    const distance = distanceMeters(from, row.at);
    if (distance > radiusMeters) continue;
    near.push({ ...row, distanceMeters: Math.round(distance), direction: compass(from, row.at) });
  }
  near.sort((a, b) => a.distanceMeters - b.distanceMeters);
  return { near, unplaced };
}

/** How many records lie within each usual distance up to the radius, and within the radius itself; the nearest first. */
export function countByDistance(near: readonly { readonly distanceMeters: number }[], radiusMeters: number) {
  const distances = [...Object.values(miles).filter((distance) => distance < radiusMeters), radiusMeters];
  return distances.map((withinMeters) => ({
    withinMeters,
    count: near.filter((row) => row.distanceMeters <= withinMeters).length,
  }));
}
