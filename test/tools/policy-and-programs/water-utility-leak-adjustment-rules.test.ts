import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

const ask = (name: string, args: object) => house.call(name, args);
const rows = (answer: Answer, list: string) => (answer.facts?.[list] ?? []) as Record<string, unknown>[];

describe('svc_water_utility_leak_adjustment_rules', () => {
  const tool = 'svc_water_utility_leak_adjustment_rules';

  it('matches the system that the caller confirmed', async () => {
    const answer = await ask(tool, { confirmedPwsid: 'nc0392010' });
    expect(answer.state).toBe('found');
    expect(rows(answer, 'rules')).toMatchObject([{ utility: 'Raleigh Water', matchedBy: 'system_id' }]);
    expect((await ask(tool, { confirmedPwsid: 'NC9999999' })).state).toBe('not_covered');
  });

  it('says that another system is mapped where only the city matches', async () => {
    const answer = await ask(tool, { address: raleigh });
    expect(rows(answer, 'rules')).toMatchObject([{ matchedBy: 'place', mayNotApply: true }]);
    expect(answer.facts?.systemsAtPoint).toMatchObject([{ pwsId: 'NC9900001' }]);
    expect(answer.summary).toContain('not confirmed');
  });

  it('is not covered where the utility has no row', async () => {
    const answer = await ask(tool, { address: biloxi });
    expect(answer).toMatchObject({ state: 'not_covered', summary: expect.stringContaining('MS9900001') });
    expect(answer.facts).toBeUndefined();
  });

  it('a map that fails is never a missing row', async () => {
    const down = { 'epa-water-service-areas': 'http500' } as const;
    expect(await askWith(down, tool, { address: biloxi })).toMatchObject({ state: 'unavailable' });
    expect(await askWith(down, tool, { address: raleigh })).toMatchObject({ state: 'partial' });
  });
});
