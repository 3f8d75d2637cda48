import { describe, expect, it } from 'vitest';
import { frontagesOf, type RoadLines } from '../../src/geometry/frontage.ts';

type Position = readonly [number, number];

/** WGS 84 meters per degree at 36 degrees north, out of the published lengths of a degree of latitude and longitude there. */
const [north, east] = [110_960, 90_164];
const origin: Position = [-78.64, 36];
/** A point so many meters east and north of the origin, turned around it. */
const at = (x: number, y: number, turned = 0): Position => {
  const [sine, cosine] = [Math.sin(turned), Math.cos(turned)];
  return [origin[0] + (x * cosine - y * sine) / east, origin[1] + (x * sine + y * cosine) / north];
};
const lot = (width: number, depth: number, turned = 0): Position[] => [
  at(0, 0, turned),
  at(width, 0, turned),
  at(width, depth, turned),
  at(0, depth, turned),
  at(0, 0, turned),
];
const road = (of: string, line: readonly Position[], reachMeters = 18): RoadLines<string> => ({
  of,
  lines: [line],
  reachMeters,
});
const key = (of: string) => of;
const facing = (outline: readonly (readonly Position[])[], ...roads: readonly RoadLines<string>[]) => {
  const found = frontagesOf(outline, roads, key);
  return {
    total: Math.round(found?.alongMeters ?? -1),
    roads: (found?.roads ?? []).map(({ of, lengthMeters, centerLineMeters, insideMeters }) => [
      of,
      Math.round(lengthMeters),
      Math.round(centerLineMeters),
      Math.round(insideMeters),
    ]),
  };
};

describe('the part of an outline that faces a road', () => {
  it('is the front of a lot, and none of its sides, however it is turned and wound', () => {
    for (const turned of [0, 0.3, 1, 2, 4.4]) {
      const street = road('Main St', [at(-200, -10, turned), at(200, -10, turned)]);
      const outline = lot(30, 60, turned);
      const expected = { total: 30, roads: [['Main St', 30, 10, 0]] };
      expect(facing([outline], street)).toEqual(expected);
      expect(facing([outline.toReversed()], street)).toEqual(expected);
    }
  });

  it('is both fronts of a corner lot, with a road in many pieces as one', () => {
    const main = [-200, -100, 0, 15, 40, 200].map((x) => at(x, -9));
    const pieces = main.slice(1).map((to, index) => road('Main St', [main[index] ?? to, to]));
    const side = road('Oak Ave', [at(42, -200), at(42, 300)]);
    expect(facing([lot(30, 60)], ...pieces, side)).toEqual({
      total: 90,
      roads: [
        ['Oak Ave', 60, 12, 0],
        ['Main St', 30, 9, 0],
      ],
    });
  });

  it('counts once where two roads run side by side', () => {
    const found = facing(
      [lot(30, 60)],
      road('Main St', [at(-90, -8), at(90, -8)]),
      road('Service Rd', [at(-90, -15), at(90, -15)]),
    );
    expect([found.total, found.roads.map(([, meters]) => meters)]).toEqual([30, [30, 30]]);
  });

  it('is not the back of a shallow lot, nor a front whose road is beyond the reach', () => {
    const wide = road('Boulevard', [at(-200, -10), at(200, -10)], 40);
    expect(facing([lot(30, 20)], wide).total).toBe(30);
    expect(facing([lot(30, 60)], road('Far Rd', [at(-200, -19), at(200, -19)])).roads).toEqual([]);
  });

  it('is the arc of a lot around the end of a road', () => {
    // a quarter of a circle of 15 m around the end of the road, then outward
    const arc = Array.from({ length: 19 }, (_, step) => {
      const angle = ((step * 5 - 45) * Math.PI) / 180;
      return at(15 * Math.cos(angle), 15 * Math.sin(angle));
    });
    const outline = [...arc, at(50, 40), at(50, -40)];
    const found = facing([outline], road('Elm Ct', [at(-300, 0), at(0, 0)]));
    // 23.6 m of arc
    expect(found.total).toBeGreaterThanOrEqual(22);
    expect(found.total).toBeLessThanOrEqual(25);
  });

  it('is there where the outline runs on the center line, and tells a road that crosses the lot', () => {
    const on = facing([lot(30, 60)], road('Farm Rd', [at(-200, 0), at(200, 0)]));
    expect(on.roads[0]?.slice(0, 3)).toEqual(['Farm Rd', 30, 0]);
    const across = facing([lot(30, 60)], road('Farm Rd', [at(-200, 30), at(200, 30)]));
    expect(across.roads).toEqual([['Farm Rd', 0, 0, 30]]);
  });

  it('takes the rim of a hole for what it is: a road inside the hole is faced by the rims along it', () => {
    const hole = [at(20, 20), at(20, 40), at(40, 40), at(40, 20), at(20, 20)];
    const found = facing([lot(100, 100), hole], road('Inner Ct', [at(22, 30), at(38, 30)], 12));
    expect([found.total, found.roads[0]?.[3]]).toEqual([40, 0]);
  });

  it('is nothing for an outline without length', () => {
    expect(frontagesOf([], [], key)).toBeUndefined();
    expect(frontagesOf([[at(0, 0), at(0, 0), at(0, 0)]], [], key)).toBeUndefined();
  });
});
