import type { GeoPoint } from '../../kernel/subject.ts';

type Position = readonly [number, number];

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isPosition = (value: unknown): value is Position => {
  const [x, y] = Array.isArray(value) ? value : [];
  return isNumber(x) && isNumber(y) && Math.abs(x) <= 180 && Math.abs(y) <= 90;
};
const object = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Lines of positions in degrees; a line with any other position is left out. */
const lines = (value: unknown): Position[][] =>
  Array.isArray(value) ? value.filter((line) => Array.isArray(line) && line.length > 0 && line.every(isPosition)) : [];

/** A ring encloses an area: at least three of its vertices differ. */
function isRing(line: readonly Position[]): boolean {
  const differs = (a: Position | undefined) => (b: Position) => a === undefined || a[0] !== b[0] || a[1] !== b[1];
  const second = line.find(differs(line[0]));
  return second !== undefined && line.filter(differs(line[0])).some(differs(second));
}

/** The point of an esri point geometry (WGS84); undefined for anything else. */
export function pointOf(geometry: unknown): GeoPoint | undefined {
  const { x, y } = object(geometry);
  return isPosition([x, y]) ? { latitude: y as number, longitude: x as number } : undefined;
}

/** Rings of an esri polygon, each a list of [longitude, latitude]; empty for anything else, feet and slivers included. */
export function ringsOf(geometry: unknown): readonly (readonly Position[])[] {
  return lines(object(geometry).rings).filter(isRing);
}

/** Lines of an esri polyline, each a list of [longitude, latitude]; empty for anything else. */
export function pathsOf(geometry: unknown): readonly (readonly Position[])[] {
  return lines(object(geometry).paths);
}

/** Coordinates of an esri geometry in any reference; empty where it has none. */
export function coordinatesOf(geometry: unknown): readonly Position[] {
  const { x, y, rings, paths, points } = object(geometry);
  const parts = [rings, paths, [points], [[[x, y]]]].find((one) => Array.isArray(one) && Array.isArray(one[0])) ?? [];
  const pairs = (parts as readonly unknown[]).flat();
  return pairs.filter((pair): pair is Position => Array.isArray(pair) && isNumber(pair[0]) && isNumber(pair[1]));
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
