import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensOf } from '../../answers.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

const tool = 'svc_market_context';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(tool, () => {
  it('puts prices, rents, jobs and housing together, each with its own date', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      prices: { latestYear: { value: 2025 } },
      rents: { rents: { twoBedrooms: 1613 }, area: { note: 'fiscal year 2027' } },
      jobs: { unemploymentRate: { value: 3.4 } },
      housing: { housingUnits: { value: 2210 } },
      zipRents: { zip: '27601', twoBedroomsUsd: 1750, fiscalYear: '2027' },
      statePrices: { state: 'NC', quarter: '2026Q3' },
    });
    expect(answer.summary).toMatch(/no value of a property/);
  });

  it('keeps within the size of an answer, and states each part', async () => {
    const answer = await house.call(tool, { address: biloxi });
    expect(tokensOf(answer)).toBeLessThanOrEqual(2000);
    expect(Object.keys(answer.components ?? {}).length).toBeGreaterThanOrEqual(4);
    for (const { state, reason } of Object.values(answer.components ?? {})) {
      if (state !== 'found' && state !== 'stale') expect(reason).toBeTruthy();
    }
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('is partial where one part fails, and names it', async () => {
    const answer = await askWith({ 'bls-laus': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.components?.jobs?.state).toMatch(/unavailable|partial/);
  });

  it('refuses a call without an address', async () => {
    await expect(house.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
