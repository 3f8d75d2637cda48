import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { newYork } from '../ask.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

const ask = (name: string, args: object) => house.call(name, args);
const rows = (answer: Answer, list: string) => (answer.facts?.[list] ?? []) as Record<string, unknown>[];
const sourceOf = (answer: Answer, row: Record<string, unknown> | undefined) =>
  answer.citations[String(row?.citation)]?.sourceName;

describe('svc_owner_programs', () => {
  const tool = 'svc_owner_programs';

  it('states programs as their pages do, each with its own citation and verification', async () => {
    const answer = await ask(tool, { place: 'Raleigh, NC' });
    expect(answer.state).toBe('found');
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
      expect.objectContaining({
        program: 'Clergy Exemption',
        nextLastDay: '2027-03-15',
        daysFromToday: 114,
        how: expect.stringContaining('March 15'),
      }),
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
});
