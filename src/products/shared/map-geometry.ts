import type { Bbox } from '../../geometry/geo.ts';
import { drawnRings } from '../../geometry/simplify.ts';
import { clippedLine, clippedRing, type XY } from '../../reports/pictures/plane.ts';
import type { MapRoad, RoadClass } from '../../reports/pictures/schema.ts';

type Line = [number, number][];

/** About ten centimeters. */
const near = (value: number) => Math.round(value * 1e6) / 1e6;
const rounded = (points: readonly XY[], [west, south]: Bbox): Line =>
  points
    .map(([x, y]): [number, number] => [near(x + west), near(y + south)])
    .filter((point, index, all) => index === 0 || point.join() !== all[index - 1]?.join());

const sizeOf = ([west, south, east, north]: Bbox) => ({ width: east - west, height: north - south });
const moved = (points: readonly (readonly [number, number])[], [west, south]: Bbox) =>
  points.map(([x, y]): XY => [x - west, y - south]);

/** Rings as far as they lie in the box, closed, with no more corners than a picture can show. */
export function ringsIn(rings: readonly (readonly (readonly [number, number])[])[], box: Bbox, most: number): Line[] {
  const cut = rings
    .map((ring) => rounded(clippedRing(moved(ring, box), sizeOf(box), 0), box))
    .filter(({ length }) => length >= 3)
    .map((ring): Line => (ring[0]?.join() === ring[ring.length - 1]?.join() ? ring : [...ring, ring[0] ?? [0, 0]]));
  return drawnRings(cut, most).map((ring) => ring.map(([x, y]): [number, number] => [x, y]));
}

/** Roads as far as they lie in the box, the parts of one name together, by name. */
export function roadsIn(
  lines: readonly { readonly name?: string; readonly lines: readonly (readonly (readonly [number, number])[])[] }[],
  box: Bbox,
  kind: RoadClass,
): Omit<MapRoad, 'layer'>[] {
  const named = new Map<string, Line[]>();
  for (const { name = '', lines: own } of lines) {
    const cut = linesIn(own, box);
    if (cut.length > 0) named.set(name, [...(named.get(name) ?? []), ...cut]);
  }
  return [...named]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, cut]) => ({ class: kind, ...(name !== '' && { name }), lines: cut }));
}

const linesIn = (lines: readonly (readonly (readonly [number, number])[])[], box: Bbox): Line[] =>
  lines
    .flatMap((line) => clippedLine(moved(line, box), sizeOf(box), 0))
    .map((part) => rounded(part, box))
    .filter(({ length }) => length >= 2);
