import { describe, expect, it } from 'vitest';
import {
  boxIssues,
  boxSize,
  contextBox,
  dateIssues,
  halfExtentRules,
  satelliteBoxRules,
} from '../../src/rules/satellite-area.ts';

describe('satellite box', () => {
  it.each([18, 35.7, 48.9, 64.8, 71.2])('keeps the rules of the route at latitude %s, at both ends', (latitude) => {
    for (const half of [halfExtentRules.min, halfExtentRules.fallback, halfExtentRules.max]) {
      const size = boxSize(contextBox({ latitude, longitude: -100.123456 }, half));
      expect(size.areaSquareKilometers).toBeGreaterThan(satelliteBoxRules.minAreaSquareKm);
      expect(size.areaSquareKilometers).toBeLessThan(satelliteBoxRules.maxAreaSquareKm);
      expect(Math.min(size.widthMeters, size.heightMeters)).toBeGreaterThan(satelliteBoxRules.minSideMeters);
      expect(size.aspect).toBeLessThan(1.01);
    }
  });

  it('is longitude before latitude', () => {
    const [west, south, east, north] = contextBox({ latitude: 35.7783, longitude: -78.6431 }, 1000);
    expect([west < -78.6431, east > -78.6431, south < 35.7783, north > 35.7783]).toEqual([true, true, true, true]);
  });

  it.each([
    [35.769, -78.654, 35.787, -78.632],
    [34.04, -118.26, 34.06, -118.23],
    [13.44, 144.76, 13.46, 144.79],
  ])('names the order of a box whose latitude comes first (%d, %d)', (...swapped) => {
    const [west, south, east, north] = swapped;
    expect(boxIssues([west, south, east, north])).toEqual([expect.stringMatching(/^longitude comes first/)]);
    expect(boxIssues([south, west, north, east])).toEqual([]);
  });

  it('says nothing of the order where the box lies in another part of the world', () => {
    expect(boxIssues([2.3, 48.8, 2.4, 48.9])).toEqual([]);
    expect(boxIssues([151.2, -33.9, 151.29, -33.82])).toEqual([]);
    expect(boxIssues([10, 20, 9, 21])).toEqual([expect.stringMatching(/^order is/)]);
  });

  it('tells every date that is wrong', () => {
    expect(dateIssues('2024-01-01', '2025-01-01', '2026-11-21')).toEqual([]);
    expect(dateIssues('2012-01-01', '2010-01-01', '2026-11-21').map(({ code }) => code)).toEqual([
      'not_later',
      'too_early',
    ]);
  });
});
