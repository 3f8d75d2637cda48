import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, newYork } from '../ask.ts';

const tool = 'svc_tax_distress';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('gives the notices of the lot, and says that a notice is not a sale', async () => {
    const answer = await house.call(tool, { address: newYork });
    expect(answer.state).toBe('found');
    expect(answer.facts?.entries).toEqual([
      {
        date: '2025-05-01',
        cycle: '30 Day Notice',
        waterDebtOnly: false,
        recordId: '1-94-20-2025-05-01T00:00:00.000-30 Day Notice',
        taxClass: '4',
        citation: 'c1',
      },
    ]);
    expect(answer.limits.join(' ')).toMatch(/notice is not a sale/);
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('is not covered where no list is wired', async () => {
    expect((await house.call(tool, { address: biloxi })).state).toBe('not_covered');
  });

  it('is unavailable where the list or the parcel fails, never empty', async () => {
    const list = await askWith({ 'nyc-tax-lien-list': 'http500' }, tool, { address: newYork });
    expect(list.state).toBe('unavailable');
    const parcel = await askWith({ 'nyc-pluto': 'http500' }, tool, { address: newYork });
    expect(['unavailable', 'unresolved']).toContain(parcel.state);
    expect(parcel.facts).toBeUndefined();
  });

  it('refuses a call without an address', async () => {
    await expect(house.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
