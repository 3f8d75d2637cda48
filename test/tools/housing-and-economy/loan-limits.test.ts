import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, hartford, newYork, raleigh } from '../ask.ts';

const tool = 'svc_loan_limits';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(tool, () => {
  it('gives the 2026 limit by address, and by state and county', async () => {
    const byAddress = await house.call(tool, { address: raleigh });
    expect(byAddress.state).toBe('found');
    expect(byAddress.facts).toMatchObject({ limit: { value: 832_750, unit: 'USD' }, year: 2026 });
    const byCounty = await house.call(tool, { state: 'NC', county: 'Wake', units: 2 });
    expect(byCounty.facts).toMatchObject({ limit: { value: 1_066_250 }, units: 2 });
  });

  it('compares a proposed amount without advice', async () => {
    const above = await house.call(tool, { address: newYork, proposedLoanAmountUsd: 1_300_000 });
    expect(above.facts?.comparison).toMatchObject({ relation: 'above_limit', differenceUsd: 50_875 });
    const equal = await house.call(tool, { address: newYork, proposedLoanAmountUsd: 1_249_125 });
    expect(equal.facts?.comparison).toMatchObject({ relation: 'at_or_below_limit', differenceUsd: 0 });
  });

  it('takes Connecticut by planning region and says so', async () => {
    const answer = await house.call(tool, { address: hartford });
    expect(answer.facts?.county).toMatchObject({ note: 'listed under 09110 (ct-planning-regions-2022)' });
  });

  it('is unavailable where the list is not loaded', async () => {
    expect((await askWith({}, tool, { address: raleigh })).state).toBe('unavailable');
  });

  it('refuses five units and a negative amount', async () => {
    await expect(house.call(tool, { address: raleigh, units: 5 })).rejects.toMatchObject({ status: 400 });
    await expect(house.call(tool, { address: raleigh, proposedLoanAmountUsd: -1 })).rejects.toMatchObject({
      status: 400,
    });
  });
});
