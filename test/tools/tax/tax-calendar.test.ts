import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { openService, type TestService } from '../../harness.ts';
import { biloxi, chicago } from '../ask.ts';

const tool = 'svc_tax_calendar';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

const events = (answer: Answer) => (answer.facts?.events ?? []) as Record<string, unknown>[];

describe(tool, () => {
  it('gives the next dates of a county with the page and the arithmetic', async () => {
    const answer = await service.call(tool, { county: 'Wake, NC' });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      events: [
        {
          event: 'charge',
          title: 'charge for late payment',
          date: '2027-01-06',
          weekday: 'Wednesday',
          daysFromToday: 46,
          how: 'first January 6 on or after 2026-11-21',
          rule: 'Interest starts January 6. Charge: 2%, then 0.75% a month or part.',
          place: 'North Carolina',
          verification: 'statute_text',
          citation: 'c2',
        },
        {
          event: 'bills_mailed',
          title: 'bills mailed',
          from: '2027-07-01',
          until: '2027-07-31',
          how: 'months only: the day is set locally',
          rule: 'Annual bills are normally mailed in July.',
          place: 'Wake County, NC',
          verification: 'official_page',
          citation: 'c1',
        },
        {
          event: 'due',
          title: 'full tax',
          date: '2027-09-01',
          weekday: 'Wednesday',
          daysFromToday: 284,
          how: 'first September 1 on or after 2026-11-21',
          rule: 'Due September 1; payable at par before January 6. Charge: 2% January 6 to February 1, then 0.75% a month.',
          place: 'North Carolina',
          verification: 'statute_text',
          citation: 'c2',
        },
      ],
    });
    const key = String(events(answer)[0]?.citation);
    expect(answer.citations[key]?.sourceName).toContain('statute text, read in a copy');
    expect(answer.summary).toContain('2027-01-06');
  });

  it('gives no date of a page that is not official, and says whom to ask', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(events(answer).map(({ verification }) => verification)).toEqual(['statute_text', 'statute_text']);
    expect(JSON.stringify(answer.facts)).not.toMatch(/2025|LegalClarity|pixelation/i);
    expect(answer.limits.join(' ')).toContain("this year's installment dates. Pointer only");
    expect(answer.verifyNext[0]).toEqual({
      action: "Ask about this year's installment dates",
      with: 'Cook County Treasurer',
      url: 'https://www.cookcountytreasurer.com/',
    });
  });

  it('answers for a state by its statute, and never for a city by another', async () => {
    const denver = await service.call(tool, { county: 'Denver, CO' });
    expect(denver.state).toBe('found');
    expect(new Set(events(denver).map(({ place }) => place))).toEqual(new Set(['Colorado']));
    const wayne = await service.call(tool, { county: 'Wayne, MI' });
    for (const event of events(wayne)) expect([event.place, event.mayNotApply]).toEqual(['Detroit, MI', true]);
  });

  it('says which places it has rows for, and whom to ask elsewhere', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('not_covered');
    expect(answer.limits.join(' ')).toContain('Philadelphia, PA');
    expect(answer.verifyNext.some(({ url }) => url?.startsWith('https://'))).toBe(true);
  });

  it('takes the county of a point, and asks back where a name is several counties', async () => {
    const point = await service.call(tool, { latitude: 40.7106, longitude: -74.0037 });
    expect(events(point).map(({ place }) => place)).toContain('New York City, NY');
    const cook = await service.call(tool, { county: 'Cook' });
    expect(cook.state).toBe('unresolved');
    expect(cook.subject?.candidates?.length).toBeGreaterThan(1);
  });

  test.each([[{}], [{ county: 'Wake', zip: '27601' }], [{ latitude: 40 }], [{ county: 'W' }]])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
