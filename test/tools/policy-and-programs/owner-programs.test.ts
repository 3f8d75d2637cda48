import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { ownerPrograms } from '../../../src/rules/program-tables.ts';
import { openService, type TestService } from '../../harness.ts';
import { newYork } from '../ask.ts';
import { withRowsTimes } from '../more-rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

const ask = (name: string, args: object) => service.call(name, args);
const rows = (answer: Answer, list: string) => (answer.facts?.[list] ?? []) as Record<string, unknown>[];
const sourceOf = (answer: Answer, row: Record<string, unknown> | undefined) =>
  answer.citations[String(row?.citation)]?.sourceName;

describe('svc_owner_programs', () => {
  const tool = 'svc_owner_programs';

  it('states programs as their pages do, each with its own citation and verification', async () => {
    const answer = await ask(tool, { place: 'Raleigh, NC' });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      programs: [
        {
          program: 'Disabled veteran exclusion',
          classes: ['veteran', 'disabled'],
          amount: 'first 45,000 USD of value',
          eligibility:
            'honorably discharged veteran with total and permanent service-connected disability or 38 USC 2101 benefits; unmarried surviving spouse; no age or income rule',
          apply: 'June 1',
          statute: 'G.S. 105-277.1C',
          place: 'North Carolina',
          verification: 'official_page',
          citation: 'c1',
        },
        {
          program: 'Circuit breaker deferment',
          classes: ['senior', 'disabled', 'low_income'],
          amount: 'tax above a percentage of income is deferred',
          eligibility: '65 or older or totally and permanently disabled; income limit',
          statute: 'G.S. 105-277.1B',
          place: 'North Carolina',
          verification: 'official_page',
          citation: 'c2',
        },
      ],
    });
    const [veteran] = rows(answer, 'programs');
    expect(sourceOf(answer, veteran)).toContain('official page, read in a copy');
    expect(veteran).not.toHaveProperty('nextLastDay');
    // seen on a page of one county only: whom to ask, and no amount
    expect(answer.limits.join(' ')).toMatch(/Elderly or disabled homestead exclusion\. Pointer only/);
    expect(JSON.stringify(answer)).not.toMatch(/37,900|25,000 USD/);
    expect(answer.summary).toContain('Raleigh, NC');
  });

  it('computes days only when asked to', async () => {
    const answer = await ask(tool, { address: newYork, classes: ['clergy'], includeDerived: true });
    expect(rows(answer, 'programs')).toEqual([
      {
        program: 'Clergy Exemption',
        classes: ['clergy'],
        amount: '1,500 USD of assessed value (about 256 USD a year)',
        apply: 'by March 15',
        statute: 'RPTL 460',
        nextLastDay: '2027-03-15',
        daysFromToday: 114,
        how: 'first March 15 on or after today; weekends and holidays not looked at',
        place: 'New York City, NY',
        verification: 'official_page',
        citation: 'c1',
      },
    ]);
  });

  it('county rows come before those of the state', async () => {
    const names = rows(await ask(tool, { place: 'Evanston, IL' }), 'programs').map(({ place }) => place);
    expect(names).toEqual(['Cook County, IL', 'Illinois']);
  });

  it('is empty where the place has rows and none for the class', async () => {
    const answer = await ask(tool, { place: 'Raleigh, NC', classes: ['clergy'] });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toContain('for clergy');
    expect(answer.facts).toBeUndefined();
  });

  it('is not covered where no row was checked, and names covered places and the office', async () => {
    const answer = await ask(tool, { place: 'Biloxi, MS' });
    expect(answer.state).toBe('not_covered');
    expect(answer.limits.join(' ')).toMatch(/New York City.*Not covered never means/);
    expect(answer.verifyNext).toContainEqual(
      expect.objectContaining({ url: 'https://www.dor.ms.gov/property/homestead-exemption' }),
    );
    expect(answer.facts).toBeUndefined();
  });

  it('marks rows that may not hold for all of a ZIP', async () => {
    const answer = await ask('svc_owner_programs', { place: '60601' });
    expect(answer.facts).toEqual({
      programs: [
        {
          program: 'Senior Citizen Homestead Exemption',
          classes: ['senior'],
          amount: '8,000 USD off the equalized assessed value',
          eligibility: '65 or older in the tax year, owned and lived in on January 1',
          apply: 'once with the assessor; renewed by itself until the property is sold',
          statute: '35 ILCS 200/15-170',
          place: 'Cook County, IL',
          verification: 'official_page',
          citation: 'c1',
        },
        {
          program: 'Standard homestead exemption for veterans with disabilities',
          classes: ['veteran', 'disabled'],
          amount: '2,500 / 5,000 USD of EAV at 30-49 / 50-69%; first 250,000 USD of EAV at 70% or more',
          eligibility: 'VA-certified rating; qualified residence',
          apply: 'yearly (see county)',
          statute: '35 ILCS 200/15-169',
          place: 'Illinois',
          verification: 'statute_text',
          citation: 'c2',
        },
      ],
    });
  });

  it('lists as many as an answer holds and counts the others', async () => {
    const at = (times: number) =>
      withRowsTimes(
        ownerPrograms,
        times,
        ({ scope }) => scope.name === 'North Carolina',
        () => ask('svc_owner_programs', { place: 'Raleigh, NC' }),
      );
    const answer = await at(4);
    expect([rows(answer, 'programs').length, answer.facts?.leftOut]).toEqual([6, 2]);
    const few = await at(3);
    expect([rows(few, 'programs').length, few.facts?.leftOut]).toEqual([6, undefined]);
  });
});
