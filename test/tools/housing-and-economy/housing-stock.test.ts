import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, chicago, raleigh } from '../ask.ts';

const tool = 'svc_housing_stock';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(tool, () => {
  it('gives estimates of the tract with their margins', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      area: { value: 'census tract 37183050100' },
      housingUnits: { value: 2210, unit: 'units', note: '± 96' },
      medianYearBuilt: { value: 1994 },
      medianGrossRent: { value: 1488, unit: 'USD per month' },
      unitsInStructure: { singleDetached: 1910 },
    });
    expect(JSON.stringify(answer)).not.toContain('synthetic-census');
  });

  it('leaves out what the Bureau marks as no estimate', async () => {
    const answer = await house.call(tool, { address: chicago });
    expect(answer.state).toBe('found');
    expect(answer.facts?.medianHomeValue).toBeUndefined();
    expect(JSON.stringify(answer)).not.toMatch(/666666666|222222222/);
  });

  it('is empty where the Bureau has nothing for the tract', async () => {
    expect((await house.call(tool, { address: biloxi })).state).toBe('empty');
  });

  it('reads the mirrored summary files where no key is configured, and names the setting', async () => {
    const keyless = await openHouse({ settings: { SVC_KEY_CENSUS: '' } });
    try {
      const answer = await keyless.call(tool, { address: raleigh });
      expect(answer.state).toBe('partial');
      expect(JSON.stringify(answer.searched)).toContain('SVC_KEY_CENSUS');
      expect(answer.facts).toMatchObject({ housingUnits: { value: 2193 }, yearBuilt: { since2020: 165 } });
      expect(answer.facts?.medianHomeValue).toBeUndefined();
      expect(JSON.stringify(answer)).not.toMatch(/planted/i);
    } finally {
      await keyless.close();
    }
  });

  it('is unavailable where neither answers', async () => {
    const answer = await askWith({ 'census-acs': 'html200' }, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(JSON.stringify(answer.searched)).toContain('mirror sync census-acs-housing');
  });

  it('refuses a call without an address', async () => {
    await expect(house.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
