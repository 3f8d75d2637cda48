import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, chicago, newYork, raleigh } from '../ask.ts';

const tool = 'svc_special_valuation_screen';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

describe(tool, () => {
  it('gives what the roll lists for the lot, and the rules of the state apart from it', async () => {
    const answer = await house.call(tool, { address: newYork });
    expect(answer.state).toBe('found');
    expect(answer.facts?.listed).toMatchObject([{ code: '2231', exemptValueUsd: 58_500_000, taxYear: 2026 }]);
    expect(answer.facts?.stateRules).toMatchObject([{ kind: 'use_value', verification: 'secondary' }]);
    expect(answer.limits[0]).toContain('Neither says that this property or its owner qualifies');
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('gives the rules alone where no list is wired', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.facts).not.toHaveProperty('listed');
    expect(answer.facts?.stateRules).toMatchObject([{ title: 'present-use value' }]);
    expect(answer.summary).toContain('no list of exempt parcels could be asked');
  });

  it('is empty where the list has no row and no rule was held against a page', async () => {
    const answer = await house.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
    expect(JSON.stringify(answer)).not.toContain('10-110');
  });

  it('is not covered where there is neither', async () => {
    expect((await house.call(tool, { address: biloxi })).state).toBe('not_covered');
  });

  it('does not take a failure for an empty list', async () => {
    const list = await askWith({ 'cook-exempt-parcels': 'http500' }, tool, { address: chicago });
    expect(list.state).toBe('unavailable');
    const parcel = await askWith({ 'cook-parcel': 'http500' }, tool, { address: chicago });
    expect(parcel.state).toBe('unavailable');
    const half = await askWith({ 'nyc-exemptions': 'http500' }, tool, { address: newYork });
    expect(half.state).toBe('partial');
    expect(half.summary).toContain('not readable');
  });

  test.each([[{}], [{ address: 'x' }], [{ address: raleigh, kind: 'farm' }]])('refuses %j', async (args) => {
    await expect(house.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
