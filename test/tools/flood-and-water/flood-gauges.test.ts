import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, hartford, raleigh } from '../ask.ts';

const tool = 'svc_flood_gauges';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('keeps units apart, drops fillers, and lists a station once', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts?.gauges).toMatchObject([
      { id: 'WLNN7', direction: 'S', observed: { stage: 1.9, stageUnit: 'ft' } },
      {
        id: 'CBTN7',
        observed: { stage: 3.21, flow: 0.052, flowUnit: 'kcfs', time: '2026-11-21T10:15:00.000Z' },
        forecast: { stage: 4.1 },
        floodStages: { unit: 'ft', action: 15, major: 24 },
      },
    ]);
    const [walnut] = (answer.facts?.gauges ?? []) as object[];
    expect(walnut).toBeDefined();
    expect(Object.keys(walnut ?? {})).not.toContain('forecast');
    expect(Object.keys(walnut ?? {})).not.toContain('floodStages');
    expect(answer.facts?.stations).toMatchObject([
      { id: 'USGS-0208735012', name: expect.stringContaining('ROCKY BRANCH'), gageHeight: { value: 2.02, unit: 'ft' } },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/-999|0001-01-01/);
  });

  it('leaves out a station that stopped reporting', async () => {
    expect(JSON.stringify(await house.call(tool, { address: raleigh }))).not.toContain('USGS-02087337');
  });

  it('keeps the radius: what lies beyond is not listed', async () => {
    const answer = await house.call(tool, { address: raleigh, radiusMeters: 2000 });
    expect(answer.state).toBe('found');
    expect(answer.facts?.gauges).toBeUndefined();
    expect(answer.facts?.stations).toHaveLength(1);
  });

  it('is empty where neither source has a gauge, and names both', async () => {
    const answer = await house.call(tool, { address: hartford });
    expect(answer.state).toBe('empty');
    expect(answer.searched.map(({ state }) => state)).toEqual(['empty', 'empty']);
  });

  it('is partial where one source fails and unavailable where both do', async () => {
    const partial = await askWith({ 'noaa-nwps': 'http500' }, tool, { address: raleigh });
    expect(partial.state).toBe('partial');
    expect(partial.facts?.stations).toBeDefined();
    const none = await askWith({ 'noaa-nwps': 'html200', 'usgs-water': 'wrongShape' }, tool, { address: raleigh });
    expect(none.state).toBe('unavailable');
    expect(none.facts).toBeUndefined();
  });

  it('says that one failed and the other was empty as unavailable, without facts', async () => {
    const answer = await askWith({ 'usgs-water': 'http500' }, tool, { address: hartford });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
  });

  it.each([[{}], [{ address: raleigh, radiusMeters: 60_000 }], [{ address: raleigh, radiusMeters: 0 }]])(
    'refuses %j',
    async (args) => {
      await expect(house.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
