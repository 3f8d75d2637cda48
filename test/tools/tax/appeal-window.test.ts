import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { isChargeable } from '../../../src/kernel/chargeable.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const ask = (args: object) => service.call('svc_appeal_window', args);
const rows = (answer: Answer, name: string) => (answer.facts?.[name] ?? []) as Record<string, unknown>[];

describe('svc_appeal_window', () => {
  test('computes the last day from the notice date, with the page behind the rule', async () => {
    const answer = await ask({ state: 'GA', noticeDate: '2026-10-30' });
    expect(answer.state).toBe('found');
    const [deadline] = rows(answer, 'deadlines');
    expect(deadline).toEqual({
      date: '2026-12-14',
      weekday: 'Monday',
      daysFromToday: 23,
      applies: 'all',
      rule: '45 days after the date on which the notice was mailed',
      how: '2026-10-30 plus 45 days, if that is the date on which the notice was mailed',
      citation: 'c1',
    });
    expect(answer.citations[deadline?.citation as string]?.sourceName).toContain('official page, read in a copy');
    expect(answer.facts).toEqual({
      verification: { value: 'official_page', citation: 'c1', note: 'an official page, read in a stored copy' },
      filedWith: { value: 'County Board of Tax Assessors', citation: 'c1' },
      statute: {
        value: 'O.C.G.A. 48-5-311(e)(2)',
        citation: 'c1',
        note: '"submit your property tax appeal to the County Board of Tax Assessors within 45 days from the date the Assessment Notice was sent."',
      },
      noticeDate: { value: '2026-10-30', citation: 'c1', note: 'Given by the caller; a Friday' },
      deadlines: [
        {
          applies: 'all',
          rule: '45 days after the date on which the notice was mailed',
          date: '2026-12-14',
          weekday: 'Monday',
          daysFromToday: 23,
          how: '2026-10-30 plus 45 days, if that is the date on which the notice was mailed',
          citation: 'c1',
        },
      ],
    });
    expect(answer.limits.join(' ')).toContain('No roll-forward');
  });

  test('takes the state from an address', async () => {
    const answer = await ask({ address: samplePlaces.chicago.address, noticeDate: '2026-10-30' });
    expect(answer.facts).toEqual({
      filedWith: { value: 'Cook County Assessor', citation: 'c1' },
      verification: {
        value: 'statute_text',
        citation: 'c1',
        note: 'text of the statute or rule, read in a stored copy',
      },
      statute: {
        value: '35 ILCS 200/14-35',
        citation: 'c1',
        note: '"applications for revisions of assessment may be made by taxpayers"',
      },
      noticeDate: { value: '2026-10-30', citation: 'c1', note: 'Given by the caller; a Friday' },
      deadlines: [
        {
          applies: "by township, in the Assessor's notices",
          rule: 'set locally',
          how: 'no statewide date: ask the body',
          citation: 'c1',
        },
      ],
    });
    expect(answer.state).toBe('partial');
    expect(answer.verifyNext).toContainEqual({
      action: "Ask about this year's township dates",
      with: 'Cook County Assessor',
      url: 'https://www.cookcountyassessor.com/assessment-calendar-and-deadlines',
    });
    // Cook County opens township by township, and other counties count from a publication
    expect(rows(answer, 'deadlines').every(({ date }) => date === undefined)).toBe(true);
  });

  test('Texas: the later of May 15 and 30 days after the notice, by its statute', async () => {
    const answer = await ask({ state: 'tx', noticeDate: '2026-04-20' });
    expect(answer.state).toBe('found');
    const [deadline] = rows(answer, 'deadlines');
    expect(deadline).toMatchObject({ date: '2026-05-20', rule: expect.stringContaining('May 15 or 30 days') });
    expect(answer.citations[String(deadline?.citation)]).toMatchObject({
      sourceUrl: 'https://statutes.capitol.texas.gov/Docs/TX/htm/TX.41.htm#41.44',
      recordUrl: 'https://texas.public.law/statutes/tex._tax_code_section_41.44',
      fetchedAt: '2026-11-21',
    });
    expect(answer.facts?.statute).toMatchObject({
      value: 'Tex. Tax Code 41.44(a)(1)',
      note: expect.stringContaining('not later than May 15 or the 30th day'),
    });
  });

  test.each(['MS', 'PR'])(
    '%s, whose text was not read, gives no date and the place to ask, and is free',
    async (state) => {
      const answer = await ask({ state, noticeDate: '2026-04-20' });
      expect(answer.state).toBe('not_covered');
      expect(answer.facts).toBeUndefined();
      expect(JSON.stringify([answer.summary, answer.verifyNext])).not.toMatch(/\d{4}-\d\d-\d\d/);
      expect(answer.verifyNext[0]?.url).toMatch(/^https:/);
      expect(isChargeable(answer)).toBe(false);
    },
  );

  test('Tennessee: the session that the state names, and no last day, which each county sets', async () => {
    const answer = await ask({ state: 'TN', noticeDate: '2026-04-20' });
    expect(rows(answer, 'deadlines')).toMatchObject([{ applies: 'all', rule: 'set locally' }]);
    expect(answer.limits.join(' ')).toContain('opens on June 1');
  });

  test('the window of one county is never an answer for another', async () => {
    const dupage = await ask({ latitude: 41.8656, longitude: -88.1067 });
    expect(dupage.subject?.countyFips).toBe('17043');
    expect(dupage.state).toBe('not_covered');
    expect(JSON.stringify(dupage)).not.toContain('16-115');
    const state = await ask({ state: 'HI' });
    expect(rows(state, 'deadlines').map(({ applies }) => applies)).toEqual([
      'set by county ordinance',
      'City and County of Honolulu, HI',
      'Kauai County, HI',
    ]);
  });

  test('without a notice date a rule that counts days says what it needs', async () => {
    const [deadline] = rows(await ask({ state: 'FL' }), 'deadlines');
    expect(deadline).toEqual({
      how: expect.stringContaining('needs noticeDate'),
      applies: 'all',
      rule: '25 days after the date on which the notice was mailed',
      citation: 'c1',
    });
    expect(deadline).not.toHaveProperty('date');
  });

  test('the same question gives the same answer', async () => {
    const args = { state: 'CA', noticeDate: '2026-08-01' };
    expect(await ask(args)).toEqual(await ask(args));
  });

  test.each([
    [{}, ''],
    [{ state: 'Georgia' }, 'state'],
    [{ state: 'GA', noticeDate: '2026-02-30' }, 'noticeDate'],
    [{ state: 'GA', noticeDate: '9999-12-31' }, 'noticeDate'],
    [{ state: 'GA', county: 'Fulton' }, 'county'],
  ])('refuses %j', async (args, path) => {
    await expect(ask(args)).rejects.toMatchObject({ code: 'invalid_arguments', issues: [{ path }] });
  });

  test('a state that is none is unresolved', async () => {
    expect((await ask({ state: 'ZZ' })).state).not.toBe('found');
  });
});
