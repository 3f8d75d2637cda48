import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    expect(answer.facts).toMatchObject({
      elevation: { value: 312.4, unit: 'feet above NAVD88' },
      slope: { fallsToward: 'SW', overMeters: 100, method: expect.stringContaining('central differences') },
      relief: { withinMeters: 100 },
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
