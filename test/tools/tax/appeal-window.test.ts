import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { appealWindows } from '../../../src/rules/appeal-windows.ts';
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
    expect(answer.citations[deadline?.citation as string]?.sourceName).toContain('secondary source');
    expect(answer.facts).toEqual({
      verification: { value: 'secondary', citation: 'c1', note: "seen on a page that is not the publisher's" },
      filedWith: { value: 'County Board of Tax Assessors', citation: 'c1' },
      statute: { value: 'O.C.G.A. 48-5-311', citation: 'c2', note: 'As generally known; the text was not read' },
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
      filedWith: { value: 'County Board of Review', citation: 'c1' },
      verification: { value: 'secondary', citation: 'c1', note: "seen on a page that is not the publisher's" },
      statute: { value: '35 ILCS 200/16-55', citation: 'c2', note: 'As generally known; the text was not read' },
      noticeDate: { value: '2026-10-30', citation: 'c1', note: 'Given by the caller; a Friday' },
      deadlines: [
        {
          applies: 'counties other than Cook',
          rule: '30 days after the publication of the assessment list',
          how: 'count 30 days from the publication of the assessment list, which is not a notice',
          citation: 'c1',
        },
        {
          applies: 'Cook County: windows open township by township',
          rule: 'set locally',
          how: 'no statewide date: ask the body',
          citation: 'c1',
        },
      ],
    });
    // Cook County opens township by township, and other counties count from a publication
    expect(rows(answer, 'deadlines').every(({ date }) => date === undefined)).toBe(true);
  });

  test('disputed rows show every claim with its source and give no single date', async () => {
    const answer = await ask({ state: 'tx', noticeDate: '2026-04-20' });
    expect(answer.state).toBe('partial');
    expect(answer.facts).not.toHaveProperty('deadlines');
    const claims = rows(answer, 'claims');
    expect(claims.map(({ date }) => date)).toEqual(['2026-05-20', '2026-05-31']);
    expect(new Set(claims.map(({ citation }) => citation)).size).toBe(2);
  });

  test('unverified rows give no date at all, but the place to ask', async () => {
    for (const { state, verification } of appealWindows()) {
      if (verification !== 'unverified') continue;
      const answer = await ask({ state, noticeDate: '2026-04-20' });
      expect(answer.state, state).toBe('not_covered');
      expect(answer.facts, state).toBeUndefined();
      expect(answer.summary, state).not.toMatch(/\d{4}-\d\d-\d\d/);
      expect(
        answer.verifyNext.some(({ url }) => url?.startsWith('https://')),
        state,
      ).toBe(true);
    }
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

  test('shows what each side says where sources disagree', async () => {
    const disputed = appealWindows().find(({ verification }) => verification === 'conflict')?.state;
    const answer = await service.call('svc_appeal_window', { state: disputed, noticeDate: '2026-10-30' });
    expect(answer.facts).toEqual({
      filedWith: { value: 'County Assessor (protest)', citation: 'c1' },
      verification: { value: 'conflict', citation: 'c1', note: 'sources disagree; no single date is given' },
      statute: { value: 'C.R.S. 39-5-122', citation: 'c2', note: 'As generally known; the text was not read' },
      noticeDate: { value: '2026-10-30', citation: 'c1', note: 'Given by the caller; a Friday' },
      claims: [
        {
          applies: 'all',
          rule: 'by June 8',
          date: '2027-06-08',
          weekday: 'Tuesday',
          daysFromToday: 199,
          how: 'first June 8 on or after the notice date',
          source: 'C.R.S. 39-5-122 (text not read; cited as generally known)',
          citation: 'c2',
        },
        {
          applies: 'all',
          rule: 'by June 1',
          date: '2027-06-01',
          weekday: 'Tuesday',
          daysFromToday: 192,
          how: 'first June 1 on or after the notice date',
          source: 'RETC Group property tax calendar (secondary source)',
          citation: 'c1',
        },
      ],
    });
  });
});
