import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

const ask = (name: string, args: object) => service.call(name, args);
const rows = (answer: Answer, list: string) => (answer.facts?.[list] ?? []) as Record<string, unknown>[];

describe('svc_program_windows', () => {
  const tool = 'svc_program_windows';

  it('counts from the day given, both ends included', async () => {
    const window = (asOf: string, withinDays: number) => ask(tool, { place: 'Raleigh, NC', asOf, withinDays });
    const answer = await window('2027-05-01', 31);
    expect(rows(answer, 'windows')).toHaveLength(1);
    expect(rows(answer, 'windows')[0]).toEqual({
      lastDay: '2027-06-01',
      weekday: 'Tuesday',
      daysFromAsOf: 31,
      program: 'Disabled veteran exclusion',
      apply: 'June 1',
      place: 'North Carolina',
      verification: 'official_page',
      citation: 'c1',
    });
    expect((await window('2027-05-01', 30)).state).toBe('empty');
    expect(rows(await window('2027-06-01', 1), 'windows')[0]).toEqual({
      daysFromAsOf: 0,
      program: 'Disabled veteran exclusion',
      apply: 'June 1',
      lastDay: '2027-06-01',
      weekday: 'Tuesday',
      place: 'North Carolina',
      verification: 'official_page',
      citation: 'c1',
    });
    expect((await window('2027-06-02', 30)).state).toBe('empty');
  });

  it('names programs without a day apart, and says where no place is covered', async () => {
    const answer = await ask(tool, { place: 'Philadelphia, PA', withinDays: 365 });
    expect(rows(answer, 'windows').map(({ lastDay }) => lastDay)).toEqual(['2027-09-30']);
    expect(answer.limits.join(' ')).toContain('No last day is in the table for Homestead Exemption');
    expect((await ask(tool, { place: 'Biloxi, MS' })).state).toBe('not_covered');
  });

  it('says what was searched, what it brought, and whom to ask', async () => {
    const found = await ask(tool, { place: 'Raleigh, NC', asOf: '2027-05-01', withinDays: 31 });
    expect(pick(found, 'summary', 'searched', 'limits', 'verifyNext')).toEqual({
      summary:
        'Application windows for Raleigh, NC from 2027-05-01 to 2027-06-01: 1 last day, the first 2027-06-01 (Disabled veteran exclusion).',
      searched: [
        {
          source: 'Table of application windows of programs for owners of this service',
          area: 'Raleigh, NC',
          recordScope: 'last days from 2027-05-01 to 2027-06-01',
          state: 'found',
        },
      ],
      limits: [
        'Yearly last days as the sources state them; no roll-forward for weekends or holidays, no extensions.',
        'First days are not in the table: a program can be closed although its last day lies ahead.',
        'No last day is in the table for Circuit breaker deferment: ask the office.',
        'official_page: an official page, read in a stored copy.',
      ],
      verifyNext: [
        {
          action: 'Ask for the days of this year and the forms',
          with: 'assessor of Wake County, NC (state list)',
          url: 'https://www.ncdor.gov/taxes-forms/property-tax/property-tax-counties/north-carolina-county-assessors-list',
        },
      ],
    });
    const none = await ask(tool, { place: 'Raleigh, NC', asOf: '2027-05-01', withinDays: 30 });
    expect(pick(none, 'state', 'summary', 'facts', 'limits', 'verifyNext')).toEqual({
      state: 'empty',
      summary: 'The table of application windows has no last day for Raleigh, NC from 2027-05-01 to 2027-05-31.',
      limits: [
        'Yearly last days as the sources state them; no roll-forward for weekends or holidays, no extensions.',
        'First days are not in the table: a program can be closed although its last day lies ahead.',
        'No last day is in the table for Circuit breaker deferment: ask the office.',
      ],
      verifyNext: [
        {
          action: 'Ask for the days of this year and the forms',
          with: 'assessor of Wake County, NC (state list)',
          url: 'https://www.ncdor.gov/taxes-forms/property-tax/property-tax-counties/north-carolina-county-assessors-list',
        },
      ],
    });
    const uncovered = await ask(tool, { place: 'Biloxi, MS' });
    expect([uncovered.state, uncovered.summary, uncovered.facts]).toEqual([
      'not_covered',
      'The table of application windows has no row for Biloxi, MS.',
      undefined,
    ]);
    expect(uncovered.limits.slice(0, 2)).toEqual(found.limits.slice(0, 2));
    expect(uncovered.limits[2]).toMatch(/^The table has rows for .*North Carolina.* Not covered never means/);
    expect(uncovered.verifyNext).toEqual([
      {
        action: 'Ask for the days of this year and the forms',
        with: 'assessor of Harrison County, MS (state agency)',
        url: 'https://www.dor.ms.gov/property',
      },
    ]);
  });

  it('lists the soonest first, and names in its summary the programs of the first day', async () => {
    const answer = await ask(tool, { place: 'Boston, MA', withinDays: 730 });
    expect(
      rows(answer, 'windows').map(({ lastDay, daysFromAsOf, program }) => [lastDay, daysFromAsOf, program]),
    ).toEqual([
      ['2027-04-01', 131, 'Residential Exemption'],
      ['2027-04-01', 131, 'Senior exemption, clause 41C'],
      ['2027-04-01', 131, 'Veteran exemptions, clauses 22-22F'],
    ]);
    expect(answer.summary).toEqual(
      'Application windows for Boston, MA from 2026-11-21 to 2028-11-20: 3 last days, the first 2027-04-01 (Residential Exemption; Senior exemption, clause 41C; Veteran exemptions, clauses 22-22F).',
    );
    const chicago = await ask(tool, { place: 'Chicago, IL', withinDays: 730 });
    expect(chicago.limits).toEqual([
      'Yearly last days as the sources state them; no roll-forward for weekends or holidays, no extensions.',
      'First days are not in the table: a program can be closed although its last day lies ahead.',
      'No last day is in the table for Senior Citizen Homestead Exemption; Standard homestead exemption for veterans with disabilities: ask the office.',
    ]);
  });

  it('gives every field of a window', async () => {
    const answer = await ask('svc_program_windows', { place: 'Raleigh, NC', asOf: '2027-05-01', withinDays: 31 });
    expect(answer.facts).toEqual({
      asOf: '2027-05-01',
      windows: [
        {
          program: 'Disabled veteran exclusion',
          apply: 'June 1',
          lastDay: '2027-06-01',
          weekday: 'Tuesday',
          daysFromAsOf: 31,
          place: 'North Carolina',
          verification: 'official_page',
          citation: 'c1',
        },
      ],
    });
  });
});
