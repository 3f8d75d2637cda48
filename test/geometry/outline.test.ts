import { describe, expect, it } from 'vitest';
import { holdsPoint, outlineArea } from '../../src/geometry/outline.ts';

type Ring = readonly (readonly [number, number])[];

const box = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [west, north],
  [east, north],
  [east, south],
  [west, south],
];

describe('area of an outline', () => {
  it('is that of the ellipsoid: the whole of WGS 84 has 510,065,621.7 square kilometers', () => {
    expect(outlineArea([box(-180, -90, 180, 90)]) / 1e6).toBeCloseTo(510_065_621.72, 1);
  });

  it('does not grow with the latitude as on a Web Mercator map, where a lot of Boise is twice as large', () => {
    // a square of 100 m by 100 m at 43.6 degrees north: a degree has 111,105 m north and 80,735 m east there
    const lot = box(-116.2, 43.6, -116.2 + 100 / 80_735, 43.6 + 100 / 111_105);
    expect(outlineArea([lot])).toBeGreaterThan(9_980);
    expect(outlineArea([lot])).toBeLessThan(10_020);
  });

  it('leaves out a hole, and is the same whichever way the outer ring turns', () => {
    const [outer, hole] = [box(0, 0, 0.01, 0.01), box(0.002, 0.002, 0.004, 0.004).toReversed()];
    expect(outlineArea([outer, hole])).toBeCloseTo(outlineArea([outer]) - outlineArea([hole]), 3);
    expect(outlineArea([outer.toReversed(), hole.toReversed()])).toBeCloseTo(outlineArea([outer, hole]), 6);
    expect(outlineArea([])).toBe(0);
  });
});

describe('a point in an outline', () => {
  const rings = [box(0, 0, 10, 10), box(4, 4, 6, 6).toReversed()];
  it.each([
    [1, 1, true],
    [5, 5, false],
    [11, 5, false],
    [-1, -1, false],
  ])('at %d, %d', (longitude, latitude, isInside) => {
    expect(holdsPoint(rings, { latitude, longitude })).toBe(isInside);
  });
});
