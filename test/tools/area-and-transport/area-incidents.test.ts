import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, chicago, newYork, philadelphia, raleigh } from '../ask.ts';

const tool = 'svc_area_incidents';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('counts under the words of the source, lists the newest, and states what is not measured', async () => {
    const answer = await house.call(tool, { address: chicago });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      datasets: [{ total: 2, complete: true, byType: { THEFT: 1, 'DECEPTIVE PRACTICE': 1 }, lagDays: 7 }],
      newest: [{ type: 'THEFT', where: '001XX N LA SALLE ST', distanceRange: 'within 250 m' }, {}],
    });
    expect(JSON.stringify(answer.facts)).toContain('What happened and was not reported');
    expect(answer.searched[0]).toMatchObject({ area: 'within 500 m of the matched address' });
  });

  it('knows a block and therefore measures no distance in metres, and gives no rate', async () => {
    const text = JSON.stringify(await house.call(tool, { address: raleigh, radiusMeters: 1000, lookbackDays: 365 }));
    expect(text).not.toMatch(/distanceMeters|within (50|100) m"|per (1,?000|capita|100)|PLANTED/);
  });

  it('reads a city whose tables lie behind one SQL service, within the period and to the block', async () => {
    const answer = await house.call(tool, { address: philadelphia });
    expect(answer.facts).toMatchObject({
      datasets: [{ total: 1, byType: { Thefts: 1 }, locationPrecision: 'block' }],
      newest: [{ where: '1500 BLOCK MARKET ST', distanceRange: 'within 250 m' }],
    });
    const year = await house.call(tool, { address: philadelphia, lookbackDays: 365 });
    expect(year.facts).toMatchObject({ datasets: [{ total: 2 }] });
    expect(JSON.stringify(year)).not.toMatch(/PLANTED|lane_latitude/);
  });

  it('widens with the period, down to the whole history that is kept', async () => {
    const answer = await house.call(tool, { address: chicago, lookbackDays: 3650 });
    expect(answer.facts).toMatchObject({ datasets: [{ total: 3 }] });
  });

  it('is empty where nothing was published, and says when the lag covers the whole period', async () => {
    const answer = await house.call(tool, { address: newYork, lookbackDays: 30 });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toContain('does not say that nothing happened');
    expect(answer.limits.join(' ')).toContain('published about 90 days late');
  });

  it('is not covered elsewhere, names the wired places and an office', async () => {
    const answer = await house.call(tool, { address: biloxi });
    expect(answer.state).toBe('not_covered');
    expect(answer.limits.join(' ')).toMatch(/never means that no records exist.*Chicago, IL/);
    expect(answer.verifyNext[0]?.with).toBe('police department of Harrison County, MS');
  });

  it('is unavailable where the source fails, partial where one of two does', async () => {
    const down = await askWith({ 'chicago-crimes': 'http500' }, tool, { address: chicago });
    expect(down).toMatchObject({ state: 'unavailable', summary: expect.stringContaining('could not be read') });
    expect(down.facts).toBeUndefined();
    const sql = await askWith({ 'philadelphia-incidents': 'error200' }, tool, { address: philadelphia });
    expect(sql.state).toBe('unavailable');
    const half = await askWith({ 'nyc-nypd-complaints-historic': 'error200' }, tool, { address: newYork });
    expect(half).toMatchObject({ state: 'partial', summary: expect.stringContaining('at least 1 police incident') });
  });

  it.each([{ lookbackDays: 4000 }, { lookbackDays: 0.5 }, { radiusMeters: 90_000 }, { lookback: 3 }])(
    'refuses %o',
    async (wrong) => {
      await expect(house.call(tool, { address: chicago, ...wrong })).rejects.toMatchObject({ status: 400 });
    },
  );
});
