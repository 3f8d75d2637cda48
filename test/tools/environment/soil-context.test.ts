import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, chicago, raleigh } from '../ask.ts';

const tool = 'svc_soil_context';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('gives the map unit, its shares and its components', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      mapUnit: { symbol: 'CeB2', surveyArea: 'Wake County, North Carolina, NC183' },
      hydricShare: { value: 3, unit: 'percent of the map unit' },
      floodingFrequency: { value: 'None' },
      bedrockDepth: { value: 152 },
      farmlandClass: { value: 'All areas are prime farmland' },
      components: [
        { name: 'Cecil', percentOfUnit: 85, drainageClass: 'Well drained', hydric: 'No' },
        { name: 'Pacolet' },
        { name: 'Wehadkee', hydric: 'Yes' },
      ],
    });
    expect(answer.facts).not.toHaveProperty('waterTableDepth');
    expect(Object.values(answer.citations)[0]).toMatchObject({ recordId: '1234567', sourceDate: '2025-09-08' });
  });

  it('is empty on the empty object that the service sends for unsurveyed land', async () => {
    const answer = await house.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
  });

  it.each(['http500', 'wrongShape', 'html200', 'emptyBody'] as const)('is unavailable on %s', async (fault) => {
    expect((await askWith({ 'usda-sda': fault }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it('refuses text in the place of a number', async () => {
    await expect(house.call(tool, { latitude: "35') --", longitude: -78 })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });
});
