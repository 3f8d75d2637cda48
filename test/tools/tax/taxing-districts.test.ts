import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { biloxi, chicago } from '../ask.ts';

const tool = 'svc_taxing_districts';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('names the governments around a point where no parcel is wired', async () => {
    const answer = await house.call(tool, { address: biloxi });
    expect(answer.state).toBe('found');
    expect(answer.facts?.governments).toMatchObject([
      { kind: 'county', name: 'Harrison County' },
      { kind: 'municipality', name: 'Biloxi city' },
      { kind: 'township' },
      { kind: 'school_district', name: 'Biloxi Public School District' },
    ]);
    expect(answer.components).toMatchObject({ taxCode: { state: 'not_covered' }, governments: { state: 'found' } });
    expect(answer.limits.join(' ')).toMatch(/Special districts .* are not listed/);
  });

  it('adds the tax code where the assessor publishes it', async () => {
    const answer = await house.call(tool, { address: chicago });
    expect(answer.facts?.taxCode).toBeDefined();
    expect(answer.summary).toMatch(/states a tax code/);
  });

  it('refuses a call without an address', async () => {
    await expect(house.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
