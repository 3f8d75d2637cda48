import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, hartford, raleigh } from '../ask.ts';

const tool = 'svc_broadband_check';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(tool, () => {
  it('gives residential county totals by technology, all technologies first', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      units: { value: 548_210 },
      technologies: [
        { technology: 'Any Technology', atLeast100Down20UpPercent: 99.21 },
        { technology: 'Cable', atLeast100Down20UpPercent: 96.8 },
        { technology: 'Fiber' },
        { technology: 'Copper', atLeast1000Down100UpPercent: 0 },
      ],
    });
    expect(answer.limits.join(' ')).toMatch(/does not say what one address can order/);
    expect(answer.verifyNext[0]?.url).toMatch(/broadbandmap/);
  });

  it('takes Connecticut by planning region', async () => {
    expect((await house.call(tool, { address: hartford })).facts).toMatchObject({
      county: { value: 'Capitol Planning Region (09110)' },
    });
  });

  it('is empty where the file has no row and unavailable where it is not loaded', async () => {
    expect((await house.call(tool, { address: biloxi })).state).toBe('empty');
    const none = await askWith({}, tool, { address: raleigh });
    expect(none.state).toBe('unavailable');
    expect(JSON.stringify(none.searched)).toContain('fcc-bdc-summary');
  });

  it('refuses half a point', async () => {
    await expect(house.call(tool, { longitude: -78 })).rejects.toMatchObject({ status: 400 });
  });
});
