import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, chicago, newYork, philadelphia, raleigh } from '../ask.ts';

const tool = 'svc_service_requests';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('lists requests with status and distance, without the calls that lie at the call centre', async () => {
    const answer = await house.call(tool, { address: chicago });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      datasets: [{ total: 2, locationPrecision: 'exact' }],
      newest: [
        { type: 'Street Light Out Complaint', status: 'Open', distanceMeters: 28 },
        { type: 'Graffiti Removal Request', closed: expect.stringMatching(/^2026-/) },
      ],
    });
    expect(JSON.stringify(answer)).not.toMatch(/INFORMATION ONLY|PLANTED/);
    const other = await house.call(tool, { address: philadelphia });
    expect(other.facts).toMatchObject({ datasets: [{ total: 1, byType: { 'Street Light Outage': 1 } }] });
  });

  it('is empty beyond the period and says that nothing follows from it', async () => {
    const answer = await house.call(tool, { address: newYork, lookbackDays: 5 });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
  });

  it('says why a wired city has no such lane, and where to look', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('not_covered');
    expect(answer.limits.join(' ')).toContain('raleigh-ask');
    expect(answer.verifyNext[0]?.url).toBe('https://data.raleighnc.gov/');
    expect((await house.call(tool, { address: biloxi })).state).toBe('not_covered');
  });

  it('is unavailable where the source hangs up, never empty', async () => {
    const answer = await askWith({ 'chicago-311': 'refused' }, tool, { address: chicago });
    expect(answer.state).toBe('unavailable');
  });

  it('refuses a call without a place', async () => {
    await expect(house.call(tool, { lookbackDays: 30 })).rejects.toMatchObject({ status: 400 });
  });
});
