import { describe, expect, it } from 'vitest';
import { crashCell } from '../../src/rules/crash-cells.ts';

describe('crash cells', () => {
  it('shows every count from three on, and none as none', () => {
    expect(crashCell([100, 200, 300], 500)).toEqual({ radiusMeters: 500, status: 'counted', crashes: 3 });
    expect(crashCell([], 500)).toEqual({ radiusMeters: 500, status: 'none' });
    expect(crashCell([100, 110, 120, 1000], 1000)).toEqual({ radiusMeters: 1000, status: 'counted', crashes: 4 });
  });

  it('withholds one and two, and nothing else', () => {
    expect(crashCell([100], 500)).toEqual({ radiusMeters: 500, status: 'suppressed' });
    expect(crashCell([100, 200], 500)).toEqual({ radiusMeters: 500, status: 'suppressed' });
  });

  it('counts to the radius that was queried, its edge included', () => {
    const distances = [300, 310, 799, 800, 801];
    expect(crashCell(distances, 799)).toMatchObject({ radiusMeters: 799, crashes: 3 });
    expect(crashCell(distances, 800)).toMatchObject({ radiusMeters: 800, crashes: 4 });
  });
});
