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
          place: 'North Carolina',
          event: 'last_day_without_charge',
          title: 'last day without interest',
          date: '2027-01-05',
          weekday: 'Tuesday',
          daysFromToday: 45,
          how: 'first January 5 on or after 2026-11-21',
          rule: 'Payable at par through January 5; from January 6 interest of 2%, then 0.75% each later month.',
          verification: 'secondary',
          citation: 'c2',
        },
        {
          place: 'Wake County, NC',
          event: 'bills_mailed',
          title: 'bills mailed',
          from: '2027-07-01',
          to: '2027-07-31',
          how: 'months only: the day is set locally',
          rule: 'Annual bills are normally mailed in July.',
          verification: 'official_page',
          citation: 'c1',
        },
        {
          place: 'North Carolina',
          event: 'due',
          title: 'tax due',
          date: '2027-09-01',
          weekday: 'Wednesday',
          daysFromToday: 284,
          how: 'first September 1 on or after 2026-11-21',
          rule: 'Due on September 1 of each year.',
          verification: 'secondary',
          citation: 'c2',
        },
      ],
    });
    expect(events(answer)[0]).toEqual({
      date: '2027-01-05',
      weekday: 'Tuesday',
      daysFromToday: 45,
      verification: 'secondary',
      how: 'first January 5 on or after 2026-11-21',
      place: 'North Carolina',
      event: 'last_day_without_charge',
      title: 'last day without interest',
      rule: 'Payable at par through January 5; from January 6 interest of 2%, then 0.75% each later month.',
      citation: 'c2',
    });
    const key = String(events(answer)[0]?.citation);
    expect(answer.citations[key]?.sourceName).toContain('secondary source');
    expect(answer.summary).toContain('2027-01-05');
  });

  it('never invents a date that no page announces', async () => {
    const answer = await service.call(tool, { address: chicago });
    const second = events(answer).find(({ title }) => String(title).includes('second installment of tax year 2025'));
    expect(second).toBeDefined();
    expect(second).not.toHaveProperty('date');
    expect(answer.summary).toContain('no date for the second installment of tax year 2025');
  });

  it('keeps rows that nobody held against a page to itself', async () => {
    const answer = await service.call(tool, { county: 'Denver, CO' });
    expect(answer.state).toBe('not_covered');
    expect(answer.facts).toBeUndefined();
    expect(answer.searched[0]?.reason).toContain('not verified here');
    expect(JSON.stringify(answer)).not.toMatch(/39-10|02-28/);
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
