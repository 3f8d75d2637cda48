import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, hartford, raleigh } from '../ask.ts';

const tool = 'svc_groundwater_context';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('shows measured wells first, with the last measurement that has a value', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    const wells = answer.facts?.wells as Record<string, unknown>[];
    expect(wells).toMatchObject([
      {
        id: 'USGS-354700078390002',
        wellDepthFeet: 84,
        verticalDatum: 'NAVD88',
        depthToWater: { value: 21.35, unit: 'ft', time: '2026-08-04T14:00:00.000Z', approval: 'Provisional' },
      },
      { id: 'USGS-355000078400003', depthToWater: { value: -1.5, approval: 'Approved' } },
      { id: 'USGS-354600078380001' },
    ]);
    expect(wells[2]).not.toHaveProperty('depthToWater');
    expect(wells[2]).not.toHaveProperty('wellDepthFeet');
    expect(answer.facts?.wellCount).toMatchObject({ wells: 3, withMeasuredDepth: 2 });
    expect(answer.facts?.networkWells).toMatchObject([{ id: 'NCDWR-990001', aquiferType: 'UNCONFINED' }]);
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it('keeps the radius', async () => {
    const answer = await house.call(tool, { address: raleigh, radiusMeters: 1500 });
    expect(answer.facts?.wellCount).toMatchObject({ wells: 1, withMeasuredDepth: 0 });
    expect(answer.summary).toContain('no measured depth');
  });

  it('is empty where neither network has a well', async () => {
    expect(await house.call(tool, { address: hartford })).toMatchObject({ state: 'empty' });
  });

  it('is partial where one network fails, unavailable where both do', async () => {
    const partial = await askWith({ 'usgs-groundwater': 'http500' }, tool, { address: raleigh });
    expect(partial).toMatchObject({ state: 'partial' });
    expect(partial.facts?.networkWells).toHaveLength(2);
    const faults = { 'usgs-groundwater': 'wrongShape', 'usgs-ngwmn': 'html200' } as const;
    expect(await askWith(faults, tool, { address: raleigh })).toMatchObject({ state: 'unavailable' });
    expect(await askWith({ 'usgs-ngwmn': 'http500' }, tool, { address: hartford })).toMatchObject({
      state: 'unavailable',
    });
  });

  it.each([[{}], [{ address: raleigh, radiusMeters: 90_000 }]])('refuses %j', async (args) => {
    await expect(house.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
