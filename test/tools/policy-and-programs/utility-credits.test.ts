import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { openService, type TestService } from '../../harness.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

const ask = (name: string, args: object) => service.call(name, args);
const rows = (answer: Answer, list: string) => (answer.facts?.[list] ?? []) as Record<string, unknown>[];

describe('svc_utility_credits', () => {
  it('gives local credits before the federal program', async () => {
    const credits = rows(await ask('svc_utility_credits', { place: '27601' }), 'credits');
    expect(credits.map(({ place }) => place)).toEqual(['Raleigh, NC', 'United States']);
    // a ZIP is named after a post office: the city's program may not hold for all of it
    expect(credits[0]).toEqual({
      mayNotApply: true,
      benefit: expect.stringContaining('275 USD'),
      program: 'Utility Customer Assistance Program (UCAP)',
      bills: ['water', 'sewer'],
      eligibility: 'utility customers whom Wake County Human Services finds eligible',
      place: 'Raleigh, NC',
      verification: 'official_page',
      citation: 'c1',
    });
  });

  it('says that there is no local row', async () => {
    const answer = await ask('svc_utility_credits', { place: 'Biloxi, MS' });
    expect(answer.summary).toContain('no local row');
    expect(answer.limits.join(' ')).toContain('Philadelphia');
  });

  it('gives every field of a credit', async () => {
    const answer = await ask('svc_utility_credits', { place: '27601' });
    expect(answer.facts).toEqual({
      credits: [
        {
          program: 'Utility Customer Assistance Program (UCAP)',
          bills: ['water', 'sewer'],
          benefit: 'up to 275 USD in a fiscal year, paid to the account, while funds last',
          eligibility: 'utility customers whom Wake County Human Services finds eligible',
          place: 'Raleigh, NC',
          mayNotApply: true,
          verification: 'official_page',
          citation: 'c1',
        },
        {
          program: 'Low Income Home Energy Assistance Program (LIHEAP)',
          bills: ['electricity', 'gas and heating'],
          benefit: 'help with heating and cooling costs; each state, territory or tribe sets the kind and the amount',
          eligibility:
            'low income, as each state sets it; taken by the state or tribal agency, not by the federal government',
          place: 'United States',
          verification: 'official_page',
          citation: 'c2',
        },
      ],
    });
  });

  it('names further pages that say the same', async () => {
    const answer = await ask('svc_utility_credits', { place: 'Philadelphia, PA' });
    expect(answer.facts).toEqual({
      credits: [
        {
          program: 'Tiered Assistance Program (TAP)',
          bills: ['water', 'sewer'],
          benefit: 'a constant bill by income; arrears are suspended',
          eligibility: 'household income up to 150 percent of the federal poverty level, or a special hardship',
          place: 'Philadelphia, PA',
          verification: 'official_page',
          citation: 'c1',
        },
        {
          program: 'Senior Citizen Discount',
          bills: ['water', 'sewer'],
          benefit: '25 percent discount',
          eligibility: '65 or older; household income at most 33,000 USD (an older figure)',
          place: 'Philadelphia, PA',
          verification: 'secondary',
          citation: 'c2',
        },
        {
          program: 'Low Income Home Energy Assistance Program (LIHEAP)',
          bills: ['electricity', 'gas and heating'],
          benefit: 'help with heating and cooling costs; each state, territory or tribe sets the kind and the amount',
          eligibility:
            'low income, as each state sets it; taken by the state or tribal agency, not by the federal government',
          place: 'United States',
          verification: 'official_page',
          citation: 'c3',
        },
      ],
    });
  });
});
