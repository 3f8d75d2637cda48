import type { GeoPoint } from '../kernel/subject.ts';

export type Wind = 'N' | 'E' | 'S' | 'W';

export type Sample = ReturnType<typeof crossSamples>[number];

const metersPerDegree = 111_195;
const winds: readonly (readonly [Wind, number, number])[] = [
  ['N', 0, 1],
  ['E', 1, 0],
  ['S', 0, -1],
  ['W', -1, 0],
];

/** The center and one sample per direction and distance: two profiles that cross at the point. */
export function crossSamples(center: GeoPoint, distances: readonly number[]) {
  const lonScale = metersPerDegree * Math.max(0.01, Math.cos((center.latitude * Math.PI) / 180));
  const arms = distances.flatMap((distanceMeters) =>
    winds.map(([direction, east, north]) => ({
      direction,
      distanceMeters,
      point: {
        latitude: center.latitude + (north * distanceMeters) / metersPerDegree,
        longitude: center.longitude + (east * distanceMeters) / lonScale,
      },
    })),
  );
  return [{ direction: 'center', distanceMeters: 0, point: center }, ...arms];
}

export interface Slope {
  readonly slopePercent: number;
  readonly slopeDegrees: number;
  /** Eight-wind direction in which the ground falls; undefined on level ground. */
  readonly fallsToward?: string;
}

const eight = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
const feetPerMeter = 3.280839895;

/**
 * Slope by central differences: the gradient between the four samples at one distance, rise over run.
 * Heights in feet, distance in meters.
 */
export function slopeOf(heights: Readonly<Record<Wind, number>>, distanceMeters: number): Slope {
  const run = 2 * distanceMeters * feetPerMeter;
  const east = (heights.E - heights.W) / run;
  const north = (heights.N - heights.S) / run;
  const gradient = Math.hypot(east, north);
  const round = (value: number) => Math.round(value * 10) / 10;
  const bearing = (Math.atan2(-east, -north) * 180) / Math.PI;
  const fallsToward = eight[Math.round(((bearing + 360) % 360) / 45) % 8];
  return {
    slopePercent: round(gradient * 100),
    slopeDegrees: round((Math.atan(gradient) * 180) / Math.PI),
    ...(gradient >= 0.005 && fallsToward && { fallsToward }),
  };
}
