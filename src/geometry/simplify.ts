import { nearestOn } from './geo.ts';

type Position = readonly [longitude: number, latitude: number];
type Ring = readonly Position[];

/** Corners of the smallest closed ring that has an area. */
const minVertices = 4;

/** Distance of a position from the segment a-b, in degrees; good enough to choose which vertices to drop. */
function offLine(position: Position, a: Position, b: Position): number {
  const [x, y] = nearestOn(position, a, b);
  return Math.hypot(position[0] - x, position[1] - y);
}

/** Douglas and Peucker: drops vertices that lie closer to their neighbors' line than the tolerance. */
function simplify(ring: Ring, tolerance: number): Ring {
  const [first] = ring;
  const last = ring[ring.length - 1];
  if (!first || !last || ring.length < 3) return ring;
  let farthest = 0;
  let index = 0;
  for (let at = 1; at < ring.length - 1; at++) {
    const distance = offLine(ring[at] ?? first, first, last);
    if (distance > farthest) {
      farthest = distance;
      index = at;
    }
  }
  if (farthest <= tolerance) return [first, last];
  return [...simplify(ring.slice(0, index + 1), tolerance).slice(0, -1), ...simplify(ring.slice(index), tolerance)];
}

const count = (some: readonly Ring[]) => some.reduce((sum, ring) => sum + ring.length, 0);

/** Closed rings with at most so many vertices in all; those that become no area are left out. */
export function drawnRings(closed: readonly Ring[], maxVertices: number): readonly Ring[] {
  let drawn = closed;
  for (let tolerance = 2e-7; count(drawn) > maxVertices && tolerance < 1; tolerance *= 2) {
    // a ring is cut in two at its middle, so that its closing point does not swallow it
    drawn = closed
      .map((ring) => {
        const middle = Math.floor(ring.length / 2);
        return [
          ...simplify(ring.slice(0, middle + 1), tolerance).slice(0, -1),
          ...simplify(ring.slice(middle), tolerance),
        ];
      })
      .filter((ring) => ring.length >= minVertices);
  }
  return drawn;
}
