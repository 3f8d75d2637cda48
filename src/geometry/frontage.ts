import { nearestOn } from './geo.ts';
import { holdsPoint, type Rings } from './outline.ts';

type Position = readonly [number, number];

/** A road by its center lines, [longitude, latitude] in degrees. */
export interface RoadLines<T> {
  readonly of: T;
  readonly lines: readonly (readonly Position[])[];
  /** How far the center line may run from the edge of a parcel that lies along the road, meters: half a right of way. */
  readonly reachMeters: number;
}

export interface Frontage<T> {
  readonly of: T;
  /** Length of the outline that faces the road, meters. */
  readonly lengthMeters: number;
  /** From that part of the outline to the center line, on average, meters. */
  readonly centerLineMeters: number;
  /** Length of the center line inside the outline, meters: a parcel that is mapped to the middle of its road, or across it. */
  readonly insideMeters: number;
}

export interface Frontages<T> {
  readonly perimeterMeters: number;
  /** Length of the outline that faces any of the roads; a part that faces two counts once. */
  readonly alongMeters: number;
  /** Longest first. */
  readonly roads: readonly Frontage<T>[];
}

/** Pieces of the outline that are looked at one by one, meters, and how many of them at most. */
const pieceMeters = 1;
const mostPieces = 4000;
/** How far the way to the road may lean from straight ahead. */
const mostLean = Math.cos((35 * Math.PI) / 180);
/** A center line as close as this runs on the outline itself: which side it is on is drawn by chance. */
const onOutlineMeters = 3;
/** Which side of an edge is outside is tried so far from it. */
const probeMeters = 0.3;

/** A plane around a point, good to a few kilometers: meters per degree of the WGS 84 ellipsoid at its latitude. */
function planeAt([longitude, latitude]: Position): (position: Position) => Position {
  const phi = (latitude * Math.PI) / 180;
  const north = 111_132.92 - 559.82 * Math.cos(2 * phi) + 1.175 * Math.cos(4 * phi);
  const east = 111_412.84 * Math.cos(phi) - 93.5 * Math.cos(3 * phi) + 0.118 * Math.cos(5 * phi);
  return ([x, y]) => [(x - longitude) * east, (y - latitude) * north];
}

interface Segment {
  readonly a: Position;
  readonly b: Position;
}

const segmentsOf = (lines: readonly (readonly Position[])[]): Segment[] =>
  lines.flatMap((line) =>
    line.slice(1).flatMap((b, at): Segment[] => {
      const a = line[at];
      return a ? [{ a, b }] : [];
    }),
  );

const lengthOf = ({ a, b }: Segment) => Math.hypot(b[0] - a[0], b[1] - a[1]);

interface Piece {
  readonly middle: Position;
  readonly meters: number;
  /** Unit vector that points out of the parcel. */
  readonly out: Position;
}

const isInside = (rings: Rings, [longitude, latitude]: Position) => holdsPoint(rings, { longitude, latitude });

function piecesOf(rings: Rings, perimeter: number): readonly Piece[] {
  const step = Math.max(pieceMeters, perimeter / mostPieces);
  return rings.flatMap((ring) => {
    const [first] = ring;
    return segmentsOf(first ? [[...ring, first]] : []).flatMap((edge): Piece[] => {
      const meters = lengthOf(edge);
      if (meters === 0) return [];
      const { a, b } = edge;
      const left: Position = [-(b[1] - a[1]) / meters, (b[0] - a[0]) / meters];
      const middle: Position = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      const leftIsIn = isInside(rings, [middle[0] + probeMeters * left[0], middle[1] + probeMeters * left[1]]);
      const out: Position = leftIsIn ? [-left[0], -left[1]] : left;
      const count = Math.ceil(meters / step);
      return Array.from({ length: count }, (_, at): Piece => {
        const along = (at + 0.5) / count;
        return {
          middle: [a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])],
          meters: meters / count,
          out,
        };
      });
    });
  });
}

/** Distance to the nearest center line that lies straight ahead of a piece; undefined where none does within the reach. */
function facing({ middle, out }: Piece, segments: readonly Segment[], reachMeters: number): number | undefined {
  let nearest: number | undefined;
  for (const segment of segments) {
    const foot = nearestOn(middle, segment.a, segment.b);
    const [dx, dy] = [foot[0] - middle[0], foot[1] - middle[1]];
    const meters = Math.hypot(dx, dy);
    if (meters > reachMeters || (nearest !== undefined && meters >= nearest)) continue;
    const length = lengthOf(segment);
    const { a, b } = segment;
    const across = length === 0 ? 1 : Math.abs((out[0] * -(b[1] - a[1]) + out[1] * (b[0] - a[0])) / length);
    const ahead = meters <= onOutlineMeters ? across : (out[0] * dx + out[1] * dy) / meters;
    if (ahead >= mostLean) nearest = meters;
  }
  return nearest;
}

function insideOf(rings: Rings, segments: readonly Segment[]): number {
  let inside = 0;
  for (const segment of segments) {
    const meters = lengthOf(segment);
    const count = Math.min(mostPieces, Math.ceil(meters / (2 * pieceMeters)));
    const { a, b } = segment;
    for (let at = 0; at < count; at++) {
      const along = (at + 0.5) / count;
      if (isInside(rings, [a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])])) inside += meters / count;
    }
  }
  return inside;
}

/**
 * How much of a parcel's outline faces mapped roads. A piece of the outline faces a road where the nearest point of its
 * center line lies within the reach, straight ahead and outside: side lines that end at a road do not. Roads of one key
 * are one. Undefined where the outline has no length.
 */
export function frontagesOf<T>(
  outline: Rings,
  roads: readonly RoadLines<T>[],
  keyOf: (of: T) => string,
): Frontages<T> | undefined {
  const origin = outline[0]?.[0];
  if (!origin) return undefined;
  const flat = planeAt(origin);
  const rings = outline.filter((ring) => ring.length > 2).map((ring) => ring.map(flat));
  const perimeter = rings.reduce(
    (sum, ring) => sum + segmentsOf(ring[0] ? [[...ring, ring[0]]] : []).reduce((all, edge) => all + lengthOf(edge), 0),
    0,
  );
  if (perimeter === 0) return undefined;
  const byKey = new Map<string, { of: T; reachMeters: number; segments: Segment[] }>();
  for (const { of, lines, reachMeters } of roads) {
    const known = byKey.get(keyOf(of)) ?? { of, reachMeters, segments: [] };
    known.segments.push(...segmentsOf(lines.map((line) => line.map(flat))));
    byKey.set(keyOf(of), known);
  }
  const named = [...byKey.values()].map((road) => ({ ...road, length: 0, weighted: 0 }));
  let alongMeters = 0;
  for (const piece of piecesOf(rings, perimeter)) {
    let any = false;
    for (const road of named) {
      const away = facing(piece, road.segments, road.reachMeters);
      if (away === undefined) continue;
      road.length += piece.meters;
      road.weighted += away * piece.meters;
      any = true;
    }
    if (any) alongMeters += piece.meters;
  }
  return {
    perimeterMeters: perimeter,
    alongMeters,
    roads: named
      .map(({ of, length, weighted, segments }) => ({
        of,
        lengthMeters: length,
        centerLineMeters: length > 0 ? weighted / length : 0,
        insideMeters: insideOf(rings, segments),
      }))
      .filter(({ lengthMeters, insideMeters }) => lengthMeters > 0 || insideMeters > 0)
      .toSorted((a, b) => b.lengthMeters - a.lengthMeters),
  };
}
