import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, chicago, newYork, raleigh } from '../ask.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe('svc_seismic_design', () => {
  const tool = 'svc_seismic_design';

  it('gives accelerations in g with the inputs they were computed for', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      referenceDocument: { value: 'ASCE7-22' },
      riskCategory: { value: 'II' },
      siteClass: { value: 'Default' },
      seismicDesignCategory: { value: 'B' },
      sds: { value: 0.19, unit: 'g' },
      sd1: { value: 0.12, unit: 'g' },
      tl: { value: 8, unit: 's' },
    });
    expect(answer.limits.join(' ')).toMatch(/soil at the site was not examined/);
  });

  it.each([chicago, newYork])('is not covered where the maps have no value: %s', async (address) => {
    const answer = await house.call(tool, { address });
    expect(answer.state).toBe('not_covered');
    expect(answer.facts).toBeUndefined();
  });

  it.each(['http404', 'wrongShape', 'truncated'] as const)('is unavailable on %s', async (fault) => {
    expect((await askWith({ 'usgs-designmaps': fault }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it('refuses what is not an argument', async () => {
    await expect(house.call(tool, { address: raleigh, riskCategory: 'IV' })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });
});
