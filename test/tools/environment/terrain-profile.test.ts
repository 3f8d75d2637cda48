import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

const tool = 'svc_terrain_profile';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives elevation with its datum, slope with its method, and two profiles', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(pick(answer.facts, 'elevation', 'slope', 'relief')).toEqual({
      elevation: { value: 312.4, unit: 'ft', citation: 'c1', note: 'above NAVD88, raster cell of 1 m' },
      slope: {
        slopePercent: 5.2,
        slopeDegrees: 3,
        fallsToward: 'SW',
        overMeters: 100,
        method: 'central differences of four samples 50 m away',
        citation: 'c2',
      },
      relief: { lowestFeet: 298, highestFeet: 326.8, differenceFeet: 28.8, withinMeters: 100, citation: 'c2' },
    });
    expect(answer.facts?.profiles).toHaveLength(8);
  });

  it('takes the filler over water for no data, never for an elevation', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toBe(
      'The USGS elevation model has no value at the point (open water, or outside its rasters).',
    );
    expect(answer.facts).toBeUndefined();
    expect(JSON.stringify(answer)).not.toContain('1000000');
  });

  it.each(['http500', 'html200', 'wrongShape'] as const)('is unavailable on %s', async (fault) => {
    const answer = await askWith({ 'usgs-epqs': fault, 'usgs-3dep-elevation': fault }, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(answer.summary).toBe('The USGS elevation service could not be read for the point.');
    expect(answer.searched[0]?.reason?.length).toBeLessThan(300);
  });

  it('gives the elevation alone, in part, where the samples around it could not be read', async () => {
    const own = await openService({ mirrors: false });
    try {
      const isSample = ({ cardId, query }: { cardId: string | undefined; query: string }) =>
        cardId === 'usgs-epqs' && !(query.includes('-78.6431') && query.includes('35.7783'));
      own.upstreams.setFault(isSample, 'http500');
      own.upstreams.setFault('usgs-3dep-elevation', 'http500');
      const answer = await own.call(tool, { latitude: 35.7783, longitude: -78.6431 });
      expect([answer.state, answer.facts]).toEqual([
        'partial',
        { elevation: { value: 312.4, unit: 'ft', citation: 'c1', note: 'above NAVD88, raster cell of 1 m' } },
      ]);
      expect(answer.summary).toBe(
        'The USGS elevation model puts the ground at 312.4 feet above NAVD88; the slope could not be computed from the samples that were read.',
      );
      expect(answer.searched[0]?.reason).toMatch(/\bN50\b.*\bW100\b/);
    } finally {
      await own.close();
    }
  });

  it('asks for all samples in one question', async () => {
    const own = await openService({ mirrors: false });
    try {
      await own.call(tool, { latitude: 35.7783, longitude: -78.6431 });
      const queried = own.upstreams.requests.map(({ cardId }) => cardId).sort();
      expect(queried).toEqual(['usgs-3dep-elevation', 'usgs-epqs']);
    } finally {
      await own.close();
    }
  });

  it('asks for each sample by itself where they cannot be queried for together', async () => {
    const answer = await askWith({ 'usgs-3dep-elevation': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(pick(answer.facts, 'relief')).toEqual({
      relief: { lowestFeet: 298, highestFeet: 326.8, differenceFeet: 28.8, withinMeters: 100, citation: 'c1' },
    });
  });

  it('takes the elevation from the samples where the point query fails, and says what failed', async () => {
    const answer = await askWith({ 'usgs-epqs': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(pick(answer.facts, 'elevation')).toEqual({
      elevation: { value: 312.4, unit: 'ft', citation: 'c1', note: 'above NAVD88' },
    });
    expect(answer.facts?.profiles).toHaveLength(8);
    expect(answer.searched.map(({ state }) => state)).toEqual(['unavailable', 'found']);
  });

  it('refuses half a point', async () => {
    await expect(service.call(tool, { longitude: -78 })).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
