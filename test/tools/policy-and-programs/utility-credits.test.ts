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
  it('gives local credits, and the federal program as a pointer', async () => {
    const credits = rows(await ask('svc_utility_credits', { place: '27601' }), 'credits');
    expect(credits.map(({ place }) => place)).toEqual(['Raleigh, NC']);
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

  it('is free where there is no local row', async () => {
    const answer = await ask('svc_utility_credits', { place: 'Biloxi, MS' });
    expect(answer.state).toBe('not_covered');
    expect(answer.verifyNext[1]).toMatchObject({ with: 'HHS Office of Community Services' });
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
      ],
    });
  });
});
