import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensOf } from '../../answers.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

const tool = 'svc_flood_determination_inputs';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe(tool, () => {
  it('puts the map facts together and makes no determination', async () => {
    const answer = await house.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({
      floodMap: { community: { communityId: '370243' }, panels: [{ panel: '3720170300K' }], zones: [{ zone: 'X' }] },
      ground: { elevation: { unit: 'feet above NAVD88' } },
    });
    expect(answer.summary).toMatch(/not a determination/);
  });

  it('keeps within the size of an answer, and states each part', async () => {
    const answer = await house.call(tool, { address: biloxi });
    expect(tokensOf(answer)).toBeLessThanOrEqual(2000);
    expect(Object.keys(answer.components ?? {}).length).toBeGreaterThanOrEqual(3);
    for (const { state, reason } of Object.values(answer.components ?? {})) {
      if (state !== 'found' && state !== 'stale') expect(reason).toBeTruthy();
    }
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('is partial where one part fails, and names it', async () => {
    const answer = await askWith({ 'fema-nfhl': 'http500' }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.components?.floodMap?.state).toMatch(/unavailable|partial/);
  });

  it('refuses a call without an address', async () => {
    await expect(house.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
