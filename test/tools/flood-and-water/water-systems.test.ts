import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith } from '../ask.ts';

const tool = 'svc_water_systems';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(tool, () => {
  it('counts by type and lists the largest first', async () => {
    const answer = await house.call(tool, { state: 'NC', county: 'Wake' });
    expect(answer.state).toBe('found');
    expect(answer.facts?.totals).toMatchObject({
      systems: 3,
      community: 2,
      transient: 1,
      withViolationInLast12Quarters: 2,
    });
    expect(answer.facts?.systems).toMatchObject([
      { pwsId: 'NC9900001', currentViolation: 'No' },
      { pwsId: 'NC9900002', currentViolation: 'Yes', primarySource: 'Surface water' },
      { pwsId: 'NC9900003' },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it("asks by Connecticut's former county", async () => {
    expect(await house.call(tool, { state: 'CT', county: 'Hartford' })).toMatchObject({
      state: 'found',
      facts: { systems: [{ pwsId: 'CT9900001' }] },
    });
  });

  it('is empty for a county without systems', async () => {
    expect(await house.call(tool, { state: 'MS', county: 'Harrison' })).toMatchObject({ state: 'empty' });
  });

  it.each(['http500', 'error200', 'wrongShape'] as const)('is unavailable on %s', async (fault) => {
    const answer = await askWith({ 'epa-sdw': fault }, tool, { state: 'NC', county: 'Wake' });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
  });

  it.each([[{}], [{ state: 'NC' }], [{ state: 'North Carolina', county: 'Wake' }]])('refuses %j', async (args) => {
    await expect(house.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
