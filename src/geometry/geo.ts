import type { GeoPoint } from '../kernel/subject.ts';

const earthRadiusMeters = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in meters. */
export function distanceMeters(a: GeoPoint, b: GeoPoint): number {
  const dLat = radians(b.latitude - a.latitude);
  const dLon = radians(b.longitude - a.longitude);
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLon / 2) ** 2;
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** west, south, east, north in WGS84 degrees. */
export type Bbox = readonly [west: number, south: number, east: number, north: number];

/** Meters of a degree of latitude, and of longitude at the equator. */
export const metersPerDegree = 111_195;

type Position = readonly [number, number];

/** The position of a segment on a plane that is nearest to another. */
export function nearestOn([x, y]: Position, a: Position, b: Position): Position {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / square));
  return [a[0] + along * dx, a[1] + along * dy];
}

/** The box that holds some positions, [longitude, latitude]; turned inside out where there are none. */
export function boundsOf(positions: Iterable<readonly number[]>): Bbox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of positions) {
    west = Math.min(west, x);
    south = Math.min(south, y);
    east = Math.max(east, x);
    north = Math.max(north, y);
  }
  return [west, south, east, north];
}

/** The box that holds a circle of `radiusMeters` around the point. */
export function boxAround(point: GeoPoint, radiusMeters: number): Bbox {
  const dLat = (radiusMeters / earthRadiusMeters) * (180 / Math.PI);
  const dLon = dLat / Math.max(0.01, Math.cos(radians(point.latitude)));
  return [point.longitude - dLon, point.latitude - dLat, point.longitude + dLon, point.latitude + dLat];
}

/** Eight-wind compass direction from `from` to `to`. */
export function compass(from: GeoPoint, to: GeoPoint): string {
  const dLon = radians(to.longitude - from.longitude);
  const y = Math.sin(dLon) * Math.cos(radians(to.latitude));
  const x =
    Math.cos(radians(from.latitude)) * Math.sin(radians(to.latitude)) -
    Math.sin(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.cos(dLon);
  const winds = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
  return winds[Math.round((((Math.atan2(y, x) * 180) / Math.PI + 360) % 360) / 45) % 8] ?? 'N';
}

const bearings = 16;

/** The point and others around it, on circles of half the radius and of the radius: what an area touches, about. */
export function pointsAround(point: GeoPoint, radiusMeters: number): readonly GeoPoint[] {
  const { latitude, longitude } = point;
  const circles = [radiusMeters / 2, radiusMeters].flatMap((radius) => {
    const [, , east, north] = boxAround(point, radius);
    return Array.from({ length: bearings }, (_, at) => {
      const angle = (2 * Math.PI * at) / bearings;
      return {
        latitude: latitude + (north - latitude) * Math.cos(angle),
        longitude: longitude + (east - longitude) * Math.sin(angle),
      };
    });
  });
  return [point, ...circles];
}
