import { clippedLine, clippedRing, type Plane, type Position, type XY } from './plane.ts';
import { n } from './svg.ts';

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
