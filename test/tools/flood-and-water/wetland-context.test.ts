import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, chicago, raleigh } from '../ask.ts';

const tool = 'svc_wetland_context';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('groups the polygons of the circle by code and says that the point itself has none', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      mappedAtPoint: { value: false },
      polygonsWithinRadius: { value: 3, unit: 'polygons within 300 m' },
      kindsWithinRadius: [
        { code: 'PFO1A', type: 'Freshwater Forested/Shrub Wetland', polygons: 2, totalAcres: 3.11 },
        { code: 'R5UBH', polygons: 1 },
      ],
    });
  });

  it('names the wetland at the point', async () => {
    const answer = await house.call(tool, { address: biloxi });
    expect(answer.facts).toMatchObject({ mappedAtPoint: { value: true }, atPoint: [{ code: 'E2EM1P', acres: 14.2 }] });
  });

  it('is empty within the asked radius, and says that unmapped wetlands can exist', async () => {
    const answer = await house.call(tool, { address: chicago, radiusMeters: 500 });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/maps no wetland within 500 m.*unmapped wetlands can exist/);
    expect(answer.facts).toBeUndefined();
  });

  it('asks the second host where the first fails', async () => {
    const answer = await askWith({ 'fwspublicservices.wim.usgs.gov': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect((await askWith({ 'usfws-nwi': 'error200' }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it.each([[{}], [{ address: raleigh, radiusMeters: 5000 }], [{ latitude: 35 }]])('refuses %j', async (args) => {
    await expect(house.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
