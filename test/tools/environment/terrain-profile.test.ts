import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

const tool = 'svc_terrain_profile';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('gives elevation with its datum, slope with its method, and two profiles', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(pick(answer.facts, 'elevation', 'slope', 'relief')).toEqual({
      elevation: { value: 312.4, unit: 'feet above NAVD88', citation: 'c1', note: 'raster cell of 1 m' },
      slope: {
        percent: 5.2,
        degrees: 3,
        fallsToward: 'SW',
        overMeters: 100,
        method: 'central differences of four samples 50 m away',
        citation: 'c1',
      },
      relief: { lowestFeet: 298, highestFeet: 326.8, differenceFeet: 28.8, withinMeters: 100, citation: 'c1' },
    });
    expect(answer.facts?.profiles).toHaveLength(8);
  });

  it('takes the filler over water for no data, never for an elevation', async () => {
    const answer = await house.call(tool, { address: biloxi });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
    expect(JSON.stringify(answer)).not.toContain('1000000');
  });

  it.each(['http500', 'html200', 'wrongShape'] as const)('is unavailable on %s', async (fault) => {
    const answer = await askWith({ 'usgs-epqs': fault }, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(answer.searched[0]?.reason?.length).toBeLessThan(300);
  });

  it('refuses half a point', async () => {
    await expect(house.call(tool, { longitude: -78 })).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
