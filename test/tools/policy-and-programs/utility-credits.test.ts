import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { openHouse, type TestHouse } from '../../harness.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

const ask = (name: string, args: object) => house.call(name, args);
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
});
