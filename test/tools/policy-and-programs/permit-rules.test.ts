import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { permitRules } from '../../../src/rules/program-tables.ts';
import { openService, type TestService } from '../../harness.ts';
import { withRowsTimes } from '../more-rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

const ask = (name: string, args: object) => service.call(name, args);
const rows = (answer: Answer, list: string) => (answer.facts?.[list] ?? []) as Record<string, unknown>[];

describe('svc_permit_rules', () => {
  const tool = 'svc_permit_rules';

  it('gives no claim where what was read disagrees, and says whom to ask', async () => {
    const answer = await ask(tool, { place: 'Raleigh, NC' });
    expect(answer.state).toBe('found');
    expect(answer.summary).toContain('2 rules of North Carolina');
    expect(rows(answer, 'rules').map(({ verification }) => verification)).toEqual(['statute_text', 'statute_text']);
    expect(JSON.stringify(answer)).not.toMatch(/15,000|40,000/);
    expect(answer.limits.join(' ')).toContain('the sources disagree, and none is read as a fact');
  });

  it('names leads only when queried, and nothing of their content', async () => {
    const without = await ask(tool, { place: 'Austin, TX' });
    expect(without.facts).not.toHaveProperty('leads');
    expect(without.facts).not.toHaveProperty('rules');
    const answer = await ask(tool, { place: 'Austin, TX', includeNotVerified: true });
    expect(answer.state).toBe('partial');
    expect(answer.facts).toEqual({
      leads: [
        {
          note: 'not verified here',
          topic: 'work without a permit',
          place: 'Austin, TX',
          statute: 'Austin LDC 25-12; IRC R105.2',
          ask: 'City of Austin, Development Services',
          url: 'https://www.austintexas.gov/department/development-services',
          citation: 'c1',
        },
      ],
    });
    expect(answer.facts).not.toHaveProperty('rules');
  });

  it('is not covered elsewhere', async () => {
    expect((await ask(tool, { place: 'Biloxi, MS', includeNotVerified: true })).state).toBe('not_covered');
  });

  it('gives every field of a rule', async () => {
    const answer = await ask('svc_permit_rules', { place: 'Seattle, WA' });
    expect(answer.summary).toContain(
      ' On request, by state law: state building codes 1, laws on accessory dwelling units 1.',
    );
    expect(answer.facts).toEqual({
      rules: [
        {
          rule: 'minor repairs or alterations of at most 6,000 USD in six months usually need no permit',
          conditions:
            'not for load-bearing supports, the building envelope, exits, light, air or fire resistance; not in an environmentally critical area',
          place: 'Seattle, WA',
          verification: 'official_page',
          citation: 'c1',
        },
        {
          rule: 'a one-story detached shed under 120 square feet of roof on a slab usually needs no permit',
          conditions: 'not in an environmentally critical area',
          place: 'Seattle, WA',
          verification: 'official_page',
          citation: 'c1',
        },
      ],
    });
  });

  it('gives the building code of the state and what it says of accessory dwellings', async () => {
    const oregon = await ask(tool, { place: 'Oregon' });
    expect(oregon.state).toBe('found');
    expect(rows(oregon, 'laws')).toEqual([
      {
        topic: 'adu',
        about: 'Accessory dwelling units',
        rule: 'a city above 2,500 people or a county above 15,000 allows, within the urban growth boundary, at least one ADU for each detached single-family dwelling',
        appliesTo: 'cities above 2,500, counties above 15,000 (in urban growth boundaries)',
        conditions: expect.stringContaining('owner occupancy: may not be required, save for vacation occupancies'),
        statute: 'ORS 197A.425(1)',
        quote: expect.stringMatching(/^the development of at least one accessory dwelling unit/),
        textOf: 'through the 2024 Regular Session',
        place: 'Oregon',
        verification: 'statute_text',
        citation: 'c1',
      },
    ]);
    expect(oregon.limits.join(' ')).toContain('Not given for Oregon: which edition of the building code is in force');
    const washington = rows(await ask(tool, { place: 'Seattle, WA', stateLaw: true }), 'laws');
    expect(washington.map(({ topic, statute }) => [topic, statute])).toEqual([
      ['building_code', 'RCW 19.27.031'],
      ['adu', 'RCW 36.70A.681(1)'],
    ]);
  });

  it('gives every claim its own citation', async () => {
    const answer = await ask('svc_permit_rules', { place: 'Raleigh, NC' });
    expect(answer.facts).toEqual({
      rules: [
        {
          rule: 'a replaced water heater in a one- or two-family dwelling needs no permit',
          conditions:
            'done by a licensed person who examines it and sees to a leak test; no greater energy use, same fuel, place, capacity, venting and piping; the text after 2025-01-01 was not read',
          statute: 'G.S. 160D-1110(a)(2)',
          place: 'North Carolina',
          verification: 'statute_text',
          citation: 'c1',
        },
        {
          rule: 'a building permit expires six months after its issuance where work has not begun, and at once where work stops for 12 months',
          conditions: 'a shorter time before the start can be set by ordinance; a new permit is needed after it',
          statute: 'G.S. 160D-1111',
          place: 'North Carolina',
          verification: 'statute_text',
          citation: 'c2',
        },
      ],
    });
  });

  it('lists as many as an answer holds and counts the others', async () => {
    const at = (times: number) =>
      withRowsTimes(
        permitRules,
        times,
        ({ scope }) => scope.name === 'Seattle, WA',
        () => ask('svc_permit_rules', { place: 'Seattle, WA' }),
      );
    const answer = await at(4);
    expect([rows(answer, 'rules').length, answer.facts?.leftOut]).toEqual([6, 2]);
    const few = await at(3);
    expect([rows(few, 'rules').length, few.facts?.leftOut]).toEqual([6, undefined]);
  });
});
