import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { ownerPrograms } from '../../../src/rules/owner-programs.ts';
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
          program: 'Elderly or Disabled Homestead Exclusion',
          classes: ['senior', 'disabled'],
          amount: 'the greater of 25,000 USD or half of the appraised value of the residence and up to 1 acre',
          eligibility: '65 or older, or totally disabled; income at most 37,900 USD (2025; the limit changes yearly)',
          apply: 'by June 1',
          statute: 'G.S. 105-277.1',
          place: 'North Carolina',
          verification: 'official_page',
          citation: 'c1',
        },
        {
          program: 'Disabled Veteran Exclusion',
          classes: ['veteran'],
          amount: '45,000 USD of value excluded',
          eligibility: '100 percent service-connected disability, or unmarried surviving spouse',
          apply: 'by June 1',
          statute: 'G.S. 105-277.1C',
          place: 'North Carolina',
          verification: 'secondary',
          citation: 'c2',
        },
        {
          program: 'Circuit Breaker Deferment',
          classes: ['senior', 'disabled'],
          amount:
            'tax limited to 4 percent of income (5 percent up to 1.5 times the income limit); the rest is deferred as a lien',
          eligibility:
            '65 or older, or totally disabled; owned and lived in for 5 years; income limits of the year (31,000 and 46,500 USD in 2020)',
          apply: 'every year by June 1',
          statute: 'G.S. 105-277.1B',
          place: 'North Carolina',
          verification: 'official_page',
          citation: 'c3',
        },
      ],
    });
    const [senior, veteran] = rows(answer, 'programs');
    expect(senior).toEqual({
      classes: ['senior', 'disabled'],
      apply: 'by June 1',
      verification: 'official_page',
      program: 'Elderly or Disabled Homestead Exclusion',
      amount: 'the greater of 25,000 USD or half of the appraised value of the residence and up to 1 acre',
      eligibility: '65 or older, or totally disabled; income at most 37,900 USD (2025; the limit changes yearly)',
      statute: 'G.S. 105-277.1',
      place: 'North Carolina',
      citation: 'c1',
    });
    expect(sourceOf(answer, senior)).toMatch(/Mecklenburg.*official page/);
    expect(sourceOf(answer, veteran)).toContain('secondary source');
    expect(senior).not.toHaveProperty('nextLastDay');
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
    expect(names).toEqual(['Cook County, IL', 'Cook County, IL', 'Illinois']);
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
    expect(answer.verifyNext).toContainEqual(expect.objectContaining({ url: 'https://www.dor.ms.gov/' }));
    expect(answer.facts).toBeUndefined();
  });

  it('marks rows that may not hold for all of a ZIP', async () => {
    const answer = await ask('svc_owner_programs', { place: '60601' });
    expect(answer.facts).toEqual({
      programs: [
        {
          program: 'Homeowner (General Homestead) Exemption',
          classes: ['owner_occupant'],
          amount: '10,000 USD off the equalized assessed value',
          eligibility: 'owner-occupied principal residence',
          apply: "in the assessor's exemption window (county notice)",
          statute: '35 ILCS 200/15-175',
          place: 'Cook County, IL',
          verification: 'secondary',
          citation: 'c1',
        },
        {
          program: 'Senior Citizen Homestead Exemption',
          classes: ['senior'],
          amount: '8,000 USD off the equalized assessed value',
          eligibility: '65 or older in the tax year, owned and lived in on January 1',
          apply: 'once with the assessor; renewed by itself until the property is sold',
          statute: '35 ILCS 200/15-170',
          place: 'Cook County, IL',
          verification: 'official_page',
          citation: 'c2',
        },
        {
          program: 'Low-Income Senior Citizens Assessment Freeze',
          classes: ['senior'],
          amount: 'equalized assessed value stays at that of the base year',
          eligibility:
            '65 or older; household income at most 65,000 USD (tax year 2025), 75,000 (2026), 77,000 (2027), 79,000 (2028 on)',
          apply: 'every year',
          statute: '35 ILCS 200/15-172, P.A. 104-0452',
          place: 'Illinois',
          verification: 'official_page',
          citation: 'c3',
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
    const answer = await at(3);
    expect([rows(answer, 'programs').length, answer.facts?.leftOut]).toEqual([6, 3]);
    const few = await at(2);
    expect([rows(few, 'programs').length, few.facts?.leftOut]).toEqual([6, undefined]);
  });
});
