import type { GeoPoint } from '../../kernel/subject.ts';

type Position = readonly [number, number];

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && isNumber(value[0]) && isNumber(value[1]);
const object = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function lines(value: unknown): Position[][] {
  return Array.isArray(value)
    ? value.map((line) => (Array.isArray(line) ? line.filter(isPosition) : [])).filter((line) => line.length > 0)
    : [];
}

/** The point of an esri point geometry (WGS84); undefined for anything else. */
export function pointOf(geometry: unknown): GeoPoint | undefined {
  const { x, y } = object(geometry);
  return isNumber(x) && isNumber(y) && Math.abs(y) <= 90 && Math.abs(x) <= 180
    ? { latitude: y, longitude: x }
    : undefined;
}

/** Rings of an esri polygon, each a list of [longitude, latitude]; empty for anything else. */
export function ringsOf(geometry: unknown): readonly (readonly Position[])[] {
  return lines(object(geometry).rings);
}

/** Lines of an esri polyline, each a list of [longitude, latitude]; empty for anything else. */
export function pathsOf(geometry: unknown): readonly (readonly Position[])[] {
  return lines(object(geometry).paths);
}

/** A GeoJSON polygon, or several in one, as an esri polygon; undefined for anything else. */
export function esriPolygon(geometry: unknown): { readonly rings: readonly (readonly Position[])[] } | undefined {
  const { type, coordinates } = object(geometry);
  if (!Array.isArray(coordinates)) return undefined;
  const rings = type === 'MultiPolygon' ? coordinates.flatMap(lines) : type === 'Polygon' ? lines(coordinates) : [];
  return rings.length > 0 ? { rings } : undefined;
}

/** Twice the signed area and the area centroid of one ring, in degrees. */
function ringMoments(ring: readonly Position[]): { area: number; x: number; y: number } {
  let area = 0;
  let x = 0;
  let y = 0;
  const [originX, originY] = ring[0] ?? [0, 0];
  for (let index = 0; index < ring.length; index++) {
    const a = ring[index] ?? [0, 0];
    const b = ring[(index + 1) % ring.length] ?? [0, 0];
    const [ax, ay, bx, by] = [a[0] - originX, a[1] - originY, b[0] - originX, b[1] - originY];
    const cross = ax * by - bx * ay;
    area += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return area === 0
    ? { area, x: originX, y: originY }
    : { area, x: originX + x / (3 * area), y: originY + y / (3 * area) };
}

/**
 * A point that stands for the geometry: the point itself, the area centroid of the largest ring,
 * the middle vertex of the first path, or the first of several points.
 */
export function centroidOf(geometry: unknown): GeoPoint | undefined {
  const point = pointOf(geometry);
  if (point) return point;
  const rings = ringsOf(geometry);
  if (rings.length > 0) {
    const largest = rings.map(ringMoments).reduce((a, b) => (Math.abs(b.area) > Math.abs(a.area) ? b : a));
    return { latitude: largest.y, longitude: largest.x };
  }
  const path = lines(object(geometry).paths)[0] ?? lines([object(geometry).points])[0];
  const middle = path?.[object(geometry).paths ? Math.floor(path.length / 2) : 0];
  return middle && { latitude: middle[1], longitude: middle[0] };
}
