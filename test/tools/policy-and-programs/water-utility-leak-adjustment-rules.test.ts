import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

const ask = (name: string, args: object) => service.call(name, args);
const rows = (answer: Answer, list: string) => (answer.facts?.[list] ?? []) as Record<string, unknown>[];

describe('svc_water_utility_leak_adjustment_rules', () => {
  const tool = 'svc_water_utility_leak_adjustment_rules';

  it('matches the system that the caller confirmed', async () => {
    const answer = await ask(tool, { confirmedPwsid: 'nc0392010' });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      rules: [
        {
          utility: 'Raleigh Water',
          matchedBy: 'system_id',
          rule: 'preventable accessible leak: use above the monthly average is billed at the lowest residential tier; no adjustment of wastewater',
          limit: 'a residential adjustment above 1,000 USD goes to the Appeals Officer',
          howOften: 'once a year for a premise, the two highest billing cycles',
          evidence:
            "plumber's receipt or other proof; use at least twice the monthly average; leak on the customer's side; repaired within two billing cycles of the notice",
          excluded: 'seasonal use; a third party or insurance that pays; third and later months; meter tampering',
          place: 'Raleigh, NC',
          verification: 'official_page',
          citation: 'c1',
        },
      ],
    });
    expect(rows(answer, 'rules')).toEqual([
      {
        utility: 'Raleigh Water',
        matchedBy: 'system_id',
        rule: 'preventable accessible leak: use above the monthly average is billed at the lowest residential tier; no adjustment of wastewater',
        limit: 'a residential adjustment above 1,000 USD goes to the Appeals Officer',
        howOften: 'once a year for a premise, the two highest billing cycles',
        evidence:
          "plumber's receipt or other proof; use at least twice the monthly average; leak on the customer's side; repaired within two billing cycles of the notice",
        excluded: 'seasonal use; a third party or insurance that pays; third and later months; meter tampering',
        place: 'Raleigh, NC',
        verification: 'official_page',
        citation: 'c1',
      },
    ]);
    expect((await ask(tool, { confirmedPwsid: 'NC9999999' })).state).toBe('not_covered');
  });

  it('says that another system is mapped where only the city matches', async () => {
    const answer = await ask(tool, { address: raleigh });
    expect(rows(answer, 'rules')).toEqual([
      {
        matchedBy: 'place',
        mayNotApply: true,
        utility: 'Raleigh Water',
        rule: 'preventable accessible leak: use above the monthly average is billed at the lowest residential tier; no adjustment of wastewater',
        limit: 'a residential adjustment above 1,000 USD goes to the Appeals Officer',
        howOften: 'once a year for a premise, the two highest billing cycles',
        evidence:
          "plumber's receipt or other proof; use at least twice the monthly average; leak on the customer's side; repaired within two billing cycles of the notice",
        excluded: 'seasonal use; a third party or insurance that pays; third and later months; meter tampering',
        place: 'Raleigh, NC',
        verification: 'official_page',
        citation: 'c2',
      },
    ]);
    expect(answer.facts?.systemsAtPoint).toEqual([
      { pwsId: 'NC9900001', name: 'MADE-UP CITY OF RALEIGH', citation: 'c1' },
    ]);
    expect(answer.summary).toContain('not confirmed');
  });

  it('is not covered where the utility has no row', async () => {
    const answer = await ask(tool, { address: biloxi });
    expect(answer.state).toBe('not_covered');
    expect(answer.summary).toContain('MS9900001');
    expect(answer.facts).toBeUndefined();
  });

  it('a map that fails is never a missing row', async () => {
    const down = { 'epa-water-service-areas': 'http500' } as const;
    expect((await askWith(down, tool, { address: biloxi })).state).toBe('unavailable');
    expect((await askWith(down, tool, { address: raleigh })).state).toBe('partial');
  });
});
