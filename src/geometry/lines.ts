import type { GeoPoint } from '../kernel/subject.ts';
import { metersPerDegree, nearestOn } from './geo.ts';
import type { Rings } from './outline.ts';

type Position = readonly [number, number];

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);

/** Distance in meters from a point to a segment, on a plane around the point (good to a few kilometers). */
function toSegment(point: GeoPoint, a: Position, b: Position): number {
  const scale = Math.cos((point.latitude * Math.PI) / 180);
  const flat = ([x, y]: Position) => [(x - point.longitude) * scale, y - point.latitude] as const;
  const [x, y] = nearestOn([0, 0], flat(a), flat(b));
  return Math.hypot(x, y) * metersPerDegree;
}

/** Distance in meters from a point to the nearest of several lines of positions; undefined where there is none. */
function toLines(point: GeoPoint, lines: unknown): number | undefined {
  if (!Array.isArray(lines)) return undefined;
  let nearest: number | undefined;
  for (const line of lines) {
    const positions = Array.isArray(line) ? line.filter(isPosition) : [];
    for (let index = 0; index < positions.length; index++) {
      const a = positions[index];
      const b = positions[index + 1] ?? a;
      if (!a || !b) continue;
      const distance = toSegment(point, a, b);
      if (nearest === undefined || distance < nearest) nearest = distance;
    }
  }
  return nearest;
}

const esri = (geometry: unknown) =>
  (typeof geometry === 'object' && geometry !== null ? geometry : {}) as { paths?: unknown; rings?: unknown };

/** Distance in meters from a point to an esri polyline (WGS84); undefined where there is no line. */
export const distanceToLine = (point: GeoPoint, geometry: unknown): number | undefined =>
  toLines(point, esri(geometry).paths);

/** Distance in meters from a point to the nearest edge of an esri polygon (WGS84); undefined where there is none. */
export const distanceToOutline = (point: GeoPoint, geometry: unknown): number | undefined =>
  toLines(point, esri(geometry).rings);

/**
 * Distance in meters between the edges of two shapes that do not cross: from the corners of each to the edges of the other.
 * Infinite where either has none.
 */
export function gapMeters(a: Rings, b: Rings): number {
  const cornersTo = (corners: Rings, edges: Rings) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (const [longitude, latitude] of corners.flat()) {
      for (const ring of edges) {
        for (let index = 0; index < ring.length; index++) {
          const from = ring[index];
          const to = ring[(index + 1) % ring.length];
          if (from && to) nearest = Math.min(nearest, toSegment({ longitude, latitude }, from, to));
        }
      }
    }
    return nearest;
  };
  return Math.min(cornersTo(a, b), cornersTo(b, a));
}
