import { describe, expect, it } from 'vitest';
import { crossSamples, slopeOf } from '../../src/rules/terrain.ts';

describe('slope by central differences', () => {
  const perMeter = 3.280839895;

  it('is rise over run: 10 m over 100 m is 10 percent', () => {
    const slope = slopeOf({ N: 0, S: 0, E: 5 * perMeter, W: -5 * perMeter }, 50);
    expect(slope).toEqual({ slopePercent: 10, slopeDegrees: 5.7, fallsToward: 'W' });
  });

  it('falls away from the higher side, in eight winds', () => {
    expect(slopeOf({ N: 10, S: -10, E: 10, W: -10 }, 50).fallsToward).toBe('SW');
    expect(slopeOf({ N: -10, S: 10, E: 0, W: 0 }, 50).fallsToward).toBe('N');
  });

  it('names no direction on level ground', () => {
    expect(slopeOf({ N: 100, S: 100, E: 100, W: 100 }, 50)).toEqual({ slopePercent: 0, slopeDegrees: 0 });
  });

  it('samples the center and four points at each distance', () => {
    const samples = crossSamples({ latitude: 35, longitude: -78 }, [50, 100]);
    expect(samples).toHaveLength(9);
    expect(samples[0]?.direction).toBe('center');
    expect(samples.find((s) => s.direction === 'N' && s.distanceMeters === 100)?.point.latitude).toBeCloseTo(
      35.0009,
      4,
    );
  });
});
