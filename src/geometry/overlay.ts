import { FillRule, intersect, type Path64, type Paths64, union } from 'clipper2-ts';
import type { GeoPoint } from '../kernel/subject.ts';
import { boundsOf, metersPerDegree } from './geo.ts';
import { gapMeters } from './lines.ts';
import { holdsPoint, outlineArea, type Rings } from './outline.ts';

/** One mapped polygon and its value; rings are [longitude, latitude] in degrees, in any order and winding. */
export interface MappedShape<T> {
  readonly of: T;
  readonly rings: Rings;
}

export interface ClassOnOutline<T> {
  readonly members: readonly T[];
  /** Share of the outline's area that the class covers, 0 to 100, one decimal; shapes of one class count once. */
  readonly sharePercent: number;
  /** The class meets the outline's edge alone: a strip narrower than the tolerance, as two drawings of one line leave it. */
  readonly touches: boolean;
  /** From the outline's edge to the class in meters; 0 where they meet. */
  readonly distanceMeters: number;
  readonly holdsPoint: boolean;
}

export interface Overlay<T> {
  readonly areaSquareMeters: number;
  /** Share of the outline that any class covers, 0 to 100; below the sum of all where classes lie over each other. */
  readonly mappedPercent: number;
  /** Largest share first, then nearest. */
  readonly classes: readonly ClassOnOutline<T>[];
}

export interface OverlayOptions {
  /** Classes farther than this from the outline's box are left out, meters. */
  readonly reachMeters: number;
  /** The matched point, which may lie in another class than the outline, or beside it. */
  readonly point?: GeoPoint;
  /** A shared strip narrower than this is an edge drawn twice, meters; 1 where absent. */
  readonly toleranceMeters?: number;
}

/** Corners are counted in these parts of a degree: about a millimeter on the ground. */
const partsPerDegree = 1e8;

interface Grid {
  readonly paths: (rings: Rings) => Paths64;
  readonly rings: (paths: Paths64) => Rings;
}

/** Whole numbers around an origin near the outline: the library is exact on whole numbers. */
function gridAround([originX, originY]: readonly [number, number]): Grid {
  return {
    paths: (rings) =>
      rings.map((ring) =>
        ring.map(([x, y]) => ({
          x: Math.round((x - originX) * partsPerDegree),
          y: Math.round((y - originY) * partsPerDegree),
        })),
      ),
    rings: (paths) =>
      paths.map((path) =>
        path.map(({ x, y }) => [originX + x / partsPerDegree, originY + y / partsPerDegree] as const),
      ),
  };
}

/** Rings with an area to them, each once: a ring that is written twice would cancel itself out. */
function soundRings(rings: Rings): Rings {
  const seen = new Map(rings.filter((ring) => ring.length > 2).map((ring) => [JSON.stringify(ring), ring]));
  return [...seen.values()];
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * A ring cut along the four sides of a box, one after the other. What the ring turns around inside the box stays as it was,
 * crossings and all, so that rings are cut apart before they are laid together (Sutherland and Hodgman 1974).
 */
function cutTo({ left, top, right, bottom }: Box, path: Path64): Path64 {
  const sides = [
    ['x', left, 1],
    ['x', right, -1],
    ['y', top, 1],
    ['y', bottom, -1],
  ] as const;
  let ring = path;
  for (const [axis, at, sign] of sides) {
    const cut: Path64 = [];
    let before = ring.at(-1);
    for (const corner of ring) {
      if (
        before &&
        corner[axis] !== before[axis] &&
        (corner[axis] - at) * sign > 0 !== (before[axis] - at) * sign > 0
      ) {
        const along = (at - before[axis]) / (corner[axis] - before[axis]);
        const x = axis === 'x' ? at : Math.round(before.x + along * (corner.x - before.x));
        const y = axis === 'y' ? at : Math.round(before.y + along * (corner.y - before.y));
        cut.push({ x, y });
      }
      if ((corner[axis] - at) * sign > 0) cut.push(corner);
      before = corner;
    }
    ring = cut;
  }
  return ring;
}

/** The ground that rings hold by the even-odd rule, whatever way they turn and wherever they cross themselves. */
const groundOf = (paths: Paths64): Paths64 =>
  union(
    paths.filter((path) => path.length > 2),
    FillRule.EvenOdd,
  );

function perimeterMeters(rings: Rings): number {
  let sum = 0;
  for (const ring of rings) {
    for (let index = 0; index < ring.length; index++) {
      const [ax, ay] = ring[index] ?? [0, 0];
      const [bx, by] = ring[(index + 1) % ring.length] ?? [0, 0];
      sum += Math.hypot((bx - ax) * Math.cos((ay * Math.PI) / 180), by - ay) * metersPerDegree;
    }
  }
  return sum;
}

const widthMeters = (rings: Rings) => (2 * outlineArea(rings)) / Math.max(perimeterMeters(rings), Number.EPSILON);

const oneDecimal = (value: number) => Math.min(100, Math.round(value * 10) / 10);

/**
 * How classes of mapped polygons lie on an outline: share of its ellipsoidal area, distance, and whether a point lies in
 * them. Polygons of one class (`keyOf`) are one ground; holes, several parts, wrong winding, crossings and repeated corners
 * follow the even-odd rule. Undefined where the outline has no area.
 */
export function overlayOf<T>(
  outline: Rings,
  shapes: readonly MappedShape<T>[],
  keyOf: (of: T) => string,
  { reachMeters, point, toleranceMeters = 1 }: OverlayOptions,
): Overlay<T> | undefined {
  const sound = soundRings(outline);
  const origin = sound[0]?.[0];
  if (!origin) return undefined;
  const grid = gridAround(origin);
  const ground = groundOf(grid.paths(sound));
  const groundRings = grid.rings(ground);
  const area = outlineArea(groundRings);
  if (area <= 0) return undefined;
  const [west, south, east, north] = boundsOf(groundRings.flat());
  const [reachY, widest] = [reachMeters / metersPerDegree, Math.max(Math.abs(south), Math.abs(north))];
  const reachX = reachY / Math.max(0.01, Math.cos((widest * Math.PI) / 180));
  const [corners = []] = grid.paths([
    [
      [west - reachX, south - reachY],
      [east + reachX, north + reachY],
    ],
  ]);
  const [low, high] = corners;
  if (!low || !high) return undefined;
  const around = { left: low.x, top: low.y, right: high.x, bottom: high.y };

  const byKey = new Map<string, { members: T[]; paths: Paths64; holdsPoint: boolean }>();
  for (const { of, rings } of shapes) {
    // what lies outside the box is cut off ring by ring, which leaves the even-odd rule inside as it was
    const near = groundOf(grid.paths(soundRings(rings)).map((path) => cutTo(around, path)));
    const holds = point !== undefined && holdsPoint(soundRings(rings), point);
    if (near.length === 0 && !holds) continue;
    const known = byKey.get(keyOf(of)) ?? { members: [], paths: [], holdsPoint: false };
    known.members.push(of);
    known.paths.push(...near);
    known.holdsPoint ||= holds;
    byKey.set(keyOf(of), known);
  }

  const classes = [...byKey.values()].map(({ members, paths, holdsPoint: holds }): ClassOnOutline<T> => {
    const shared = grid.rings(intersect(ground, union(paths, FillRule.NonZero), FillRule.NonZero));
    const percent = oneDecimal((100 * outlineArea(shared)) / area);
    const isStrip = percent === 0 || (percent < 100 && widthMeters(shared) < toleranceMeters);
    const gap = shared.length > 0 ? 0 : gapMeters(groundRings, grid.rings(paths));
    return {
      members,
      sharePercent: isStrip ? 0 : percent,
      touches: isStrip && gap <= toleranceMeters,
      distanceMeters: Math.round(gap),
      holdsPoint: holds,
    };
  });
  const all = union(
    [...byKey.values()].flatMap(({ paths }) => paths),
    FillRule.NonZero,
  );
  return {
    areaSquareMeters: area,
    mappedPercent: oneDecimal((100 * outlineArea(grid.rings(intersect(ground, all, FillRule.NonZero)))) / area),
    classes: classes.toSorted((a, b) => b.sharePercent - a.sharePercent || a.distanceMeters - b.distanceMeters),
  };
}
