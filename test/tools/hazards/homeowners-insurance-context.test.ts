import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensOf } from '../../answers.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

const tool = 'svc_homeowners_insurance_context';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(tool, () => {
  it('puts building and hazard records together and quotes nothing', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(['found', 'partial']).toContain(answer.state);
    expect(answer.facts).toMatchObject({ building: { yearBuilt: {} }, flood: { specialFloodHazardArea: {} } });
    expect(answer.summary).toMatch(/nothing is quoted/);
  });

  it('keeps within the size of an answer, and states each part', async () => {
    const answer = await house.call(tool, { address: biloxi });
    expect(tokensOf(answer)).toBeLessThanOrEqual(2000);
    expect(Object.keys(answer.components ?? {}).length).toBeGreaterThanOrEqual(5);
    for (const { state, reason } of Object.values(answer.components ?? {})) {
      if (state !== 'found' && state !== 'stale') expect(reason).toBeTruthy();
    }
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('is partial where one part fails, and names it', async () => {
    const answer = await askWith({ 'fema-nfhl': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.components?.flood?.state).toMatch(/unavailable|partial/);
  });

  it('refuses a call without an address', async () => {
    await expect(house.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
