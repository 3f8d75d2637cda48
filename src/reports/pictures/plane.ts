import type { GeoPoint } from '../../kernel/subject.ts';
import { n } from './svg.ts';

export type Position = readonly [longitude: number, latitude: number];
export type XY = readonly [x: number, y: number];

/** Meters of one degree of latitude on the sphere that distances are measured on. */
const metersPerDegree = 111_195;

/** A part of the ground on a picture: equal scale in both directions, north at the top. Good to a few kilometers. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly metersPerPixel: number;
  at(position: Position): XY;
}

export interface PlaneOptions {
  readonly center: GeoPoint;
  readonly width: number;
  readonly height: number;
  /** From the center to the nearer edge. */
  readonly halfMeters: number;
}

export function planeAround({ center, width, height, halfMeters }: PlaneOptions): Plane {
  const metersPerPixel = halfMeters / (Math.min(width, height) / 2);
  const scale = Math.cos((center.latitude * Math.PI) / 180);
  return {
    width,
    height,
    metersPerPixel,
    at: ([longitude, latitude]) => [
      width / 2 + ((longitude - center.longitude) * scale * metersPerDegree) / metersPerPixel,
      height / 2 - ((latitude - center.latitude) * metersPerDegree) / metersPerPixel,
    ],
  };
}

interface Edge {
  readonly inside: (point: XY) => boolean;
  readonly cross: (a: XY, b: XY) => XY;
}

const between = (a: XY, b: XY, share: number): XY => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];

function edgesOf(margin: number, { width, height }: Pick<Plane, 'width' | 'height'>): readonly Edge[] {
  const vertical = (x: number, sign: number): Edge => ({
    inside: (point) => sign * (point[0] - x) >= 0,
    cross: (a, b) => between(a, b, (x - a[0]) / (b[0] - a[0])),
  });
  const level = (y: number, sign: number): Edge => ({
    inside: (point) => sign * (point[1] - y) >= 0,
    cross: (a, b) => between(a, b, (y - a[1]) / (b[1] - a[1])),
  });
  return [vertical(-margin, 1), vertical(width + margin, -1), level(-margin, 1), level(height + margin, -1)];
}

/** The part of a ring inside the picture and a margin around it (Sutherland and Hodgman). Empty where there is none. */
export function clippedRing(ring: readonly XY[], plane: Pick<Plane, 'width' | 'height'>, margin = 4): readonly XY[] {
  let points = ring;
  for (const { inside, cross } of edgesOf(margin, plane)) {
    const kept: XY[] = [];
    for (let index = 0; index < points.length; index++) {
      const point = points[index];
      const before = points[(index + points.length - 1) % points.length];
      if (!point || !before) continue;
      if (inside(point) !== inside(before)) kept.push(cross(before, point));
      if (inside(point)) kept.push(point);
    }
    points = kept;
  }
  return points.length >= 3 ? points : [];
}

/** The parts of a line inside the picture and a margin around it. */
export function clippedLine(
  line: readonly XY[],
  plane: Pick<Plane, 'width' | 'height'>,
  margin = 4,
): readonly (readonly XY[])[] {
  let parts: readonly (readonly XY[])[] = [line];
  for (const { inside, cross } of edgesOf(margin, plane)) {
    parts = parts.flatMap((part) => {
      const kept: XY[][] = [];
      let open: XY[] | undefined;
      part.forEach((point, index) => {
        const before = part[index - 1];
        if (before && inside(point) !== inside(before)) {
          const at = cross(before, point);
          if (open) {
            open.push(at);
            open = undefined;
          } else {
            open = [at];
            kept.push(open);
          }
        }
        if (!inside(point)) return;
        if (!open) {
          open = [];
          kept.push(open);
        }
        open.push(point);
      });
      return kept.filter(({ length }) => length > 1);
    });
  }
  return parts;
}

const leastPixels = 0.7;

/** Without corners that look the same as the one before. */
function thinned(points: readonly XY[]): readonly XY[] {
  const kept: XY[] = [];
  points.forEach((point, index) => {
    const last = kept[kept.length - 1];
    const isEnd = index === points.length - 1;
    if (!last || isEnd || Math.hypot(point[0] - last[0], point[1] - last[1]) >= leastPixels) kept.push(point);
  });
  return kept;
}

const joined = (points: readonly XY[]) => points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L');

/** Path of an area as far as the picture shows it, holes by the even-odd rule; empty where it shows none of it. */
export const areaPath = (rings: readonly (readonly Position[])[], plane: Plane): string =>
  rings
    .map((ring) => thinned(clippedRing(ring.map(plane.at), plane)))
    .filter(({ length }) => length >= 3)
    .map((points) => `M${joined(points)}Z`)
    .join('');

/** The parts of a line that the picture shows, in its own units. */
export const shownParts = (line: readonly Position[], plane: Plane): readonly (readonly XY[])[] =>
  clippedLine(line.map(plane.at), plane)
    .map(thinned)
    .filter(({ length }) => length > 1);

export const linePath = (parts: readonly (readonly XY[])[]): string =>
  parts.map((points) => `M${joined(points)}`).join('');
