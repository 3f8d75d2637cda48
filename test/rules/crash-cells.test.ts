import { describe, expect, it } from 'vitest';
import { crashCells, maxRadius, minimumCount, radiusStep, rungOf } from '../../src/rules/crash-cells.ts';

const at = (distances: readonly number[], radius: number) =>
  crashCells(distances).find(({ radiusMeters }) => radiusMeters === radius);

describe('crash cells', () => {
  it('shows counts from the minimum on, and none as none', () => {
    expect(at([100, 200, 300], 500)).toEqual({ radiusMeters: 500, status: 'counted', crashes: 3 });
    expect(at([100, 200], 500)).toEqual({ radiusMeters: 500, status: 'suppressed' });
    expect(at([], 500)).toEqual({ radiusMeters: 500, status: 'none' });
  });

  it('withholds a count whose difference to a wider one is below the minimum', () => {
    const distances = [100, 110, 120, 1000, 1010];
    expect(at(distances, maxRadius)).toMatchObject({ crashes: 5 });
    expect(at(distances, 500)).toMatchObject({ status: 'suppressed' });
  });

  it('withholds even "none" where the ring outside it would then hold fewer than the minimum', () => {
    const distances = [2000, 2010, 2020, 4000];
    expect(at(distances, maxRadius)).toMatchObject({ crashes: 4 });
    expect(at(distances, 3000)).toMatchObject({ status: 'suppressed' });
    expect(at(distances, 1000)).toMatchObject({ status: 'none' });
  });

  it('never lets two shown counts of any ladder differ by one or two', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let round = 0; round < 300; round++) {
      const distances = Array.from({ length: Math.floor(random() * 12) }, () => random() * maxRadius);
      const shown = crashCells(distances).flatMap(({ status, crashes }) =>
        status === 'none' ? [0] : crashes === undefined ? [] : [crashes],
      );
      for (const a of shown) {
        for (const b of shown) expect(a === b || Math.abs(a - b) >= minimumCount, `${a} and ${b}`).toBe(true);
      }
    }
  });

  it('takes a radius outward to the next rung', () => {
    expect([1, 250, 251, 4999, 99_999].map(rungOf)).toEqual([radiusStep, 250, 500, maxRadius, maxRadius]);
  });
});
