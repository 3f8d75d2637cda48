import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { askWith, biloxi, newYork, raleigh } from '../ask.ts';

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
    expect(senior).toMatchObject({
      classes: ['senior', 'disabled'],
      apply: 'by June 1',
      verification: 'official_page',
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
    expect(answer).toMatchObject({ state: 'empty', summary: expect.stringContaining('for clergy') });
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

describe('svc_mitigation_incentives', () => {
  const tool = 'svc_mitigation_incentives';

  it('gives programs of the state and the nation with their dated status', async () => {
    const answer = await ask(tool, { place: 'Miami, FL', hazard: 'hurricane' });
    const programs = rows(answer, 'programs');
    expect(programs.map(({ hazard }) => hazard)).toEqual(['wind', 'wind', 'any', 'any']);
    expect(answer.citations[String(programs[0]?.citation)]).toMatchObject({ sourceDate: '2026-05-08' });
  });

  it('says where a state has no row, and takes words for a hazard', async () => {
    const answer = await ask(tool, { place: 'Denver, CO', hazard: 'hail' });
    expect(answer.summary).toContain('no state row');
    expect(answer.limits.join(' ')).toContain('Not covered never means');
    const shaken = rows(await ask(tool, { place: 'California', hazard: 'seismic' }), 'programs');
    expect(shaken[0]).toMatchObject({ program: 'Earthquake Brace + Bolt', verification: 'secondary' });
  });
});

describe('svc_utility_credits', () => {
  it('gives local credits before the federal program', async () => {
    const credits = rows(await ask('svc_utility_credits', { place: '27601' }), 'credits');
    expect(credits.map(({ place }) => place)).toEqual(['Raleigh, NC', 'United States']);
    // a ZIP is named after a post office: the city's program may not hold for all of it
    expect(credits[0]).toMatchObject({ mayNotApply: true, benefit: expect.stringContaining('275 USD') });
  });

  it('says that there is no local row', async () => {
    const answer = await ask('svc_utility_credits', { place: 'Biloxi, MS' });
    expect(answer.summary).toContain('no local row');
    expect(answer.limits.join(' ')).toContain('Philadelphia');
  });
});

describe('svc_fraud_alert_pointer', () => {
  it('points to the office that sends notices, with its page', async () => {
    const answer = await ask('svc_fraud_alert_pointer', { place: 'Jacksonville, FL' });
    expect(rows(answer, 'alerts')[0]).toMatchObject({ place: 'Duval County, FL', verification: 'official_page' });
    expect(answer.verifyNext[0]).toMatchObject({ url: expect.stringContaining('duvalclerk.com') });
    // the page of one county is not where the whole state signs up
    const state = await ask('svc_fraud_alert_pointer', { place: 'Florida' });
    expect(rows(state, 'alerts').length).toBeGreaterThan(2);
    expect(state.verifyNext[0]).not.toHaveProperty('url');
  });

  it('is not covered elsewhere, and names the recording office', async () => {
    const answer = await ask('svc_fraud_alert_pointer', { place: 'Raleigh, NC' });
    expect(answer).toMatchObject({ state: 'not_covered', verifyNext: [{ with: 'recording office of Wake County' }] });
    expect(answer.limits.join(' ')).toContain('Duval County, FL');
  });
});

describe('svc_program_windows', () => {
  const tool = 'svc_program_windows';

  it('counts from the day given, both ends included', async () => {
    const window = (asOf: string, withinDays: number) => ask(tool, { place: 'Raleigh, NC', asOf, withinDays });
    const answer = await window('2027-05-01', 31);
    expect(rows(answer, 'windows')).toHaveLength(3);
    expect(rows(answer, 'windows')[0]).toMatchObject({ lastDay: '2027-06-01', weekday: 'Tuesday', daysFromAsOf: 31 });
    expect((await window('2027-05-01', 30)).state).toBe('empty');
    expect(rows(await window('2027-06-01', 1), 'windows')[0]).toMatchObject({ daysFromAsOf: 0 });
    expect((await window('2027-06-02', 30)).state).toBe('empty');
  });

  it('names programs without a day apart, and says where no place is covered', async () => {
    const answer = await ask(tool, { place: 'Philadelphia, PA', withinDays: 365 });
    expect(rows(answer, 'windows').map(({ lastDay }) => lastDay)).toEqual(['2027-09-30']);
    expect(answer.limits.join(' ')).toContain('No last day is in the table for Homestead Exemption');
    expect((await ask(tool, { place: 'Biloxi, MS' })).state).toBe('not_covered');
  });
});

describe('svc_permit_rules', () => {
  const tool = 'svc_permit_rules';

  it('shows both claims where sources disagree', async () => {
    const answer = await ask(tool, { place: 'Raleigh, NC' });
    expect(answer.state).toBe('partial');
    expect(answer.summary).toContain('2 rules of North Carolina');
    const disputed = rows(answer, 'rules').find(({ verification }) => verification === 'conflict');
    const claims = (disputed?.claims ?? []) as Record<string, unknown>[];
    expect(claims.map(({ claim }) => claim)).toEqual([
      expect.stringContaining('15,000'),
      expect.stringContaining('40,000'),
    ]);
    expect(new Set(claims.map(({ citation }) => citation)).size).toBe(2);
  });

  it('names leads only when asked, and nothing of their content', async () => {
    const without = await ask(tool, { place: 'Austin, TX' });
    expect(without.state).toBe('not_covered');
    expect(without.summary).toContain('includeNotVerified');
    expect(JSON.stringify(without)).not.toContain('R105.2');
    const answer = await ask(tool, { place: 'Austin, TX', includeNotVerified: true });
    expect(answer).toMatchObject({ state: 'partial', facts: { leads: [{ note: 'not verified here' }] } });
    expect(answer.facts).not.toHaveProperty('rules');
  });

  it('is not covered elsewhere', async () => {
    expect(await ask(tool, { place: 'Biloxi, MS', includeNotVerified: true })).toMatchObject({ state: 'not_covered' });
  });
});

describe('svc_water_utility_leak_adjustment_rules', () => {
  const tool = 'svc_water_utility_leak_adjustment_rules';

  it('matches the system that the caller confirmed', async () => {
    const answer = await ask(tool, { confirmedPwsid: 'nc0392010' });
    expect(answer.state).toBe('found');
    expect(rows(answer, 'rules')).toMatchObject([{ utility: 'Raleigh Water', matchedBy: 'system_id' }]);
    expect((await ask(tool, { confirmedPwsid: 'NC9999999' })).state).toBe('not_covered');
  });

  it('says that another system is mapped where only the city matches', async () => {
    const answer = await ask(tool, { address: raleigh });
    expect(rows(answer, 'rules')).toMatchObject([{ matchedBy: 'place', mayNotApply: true }]);
    expect(answer.facts?.systemsAtPoint).toMatchObject([{ pwsId: 'NC9900001' }]);
    expect(answer.summary).toContain('not confirmed');
  });

  it('is not covered where the utility has no row', async () => {
    const answer = await ask(tool, { address: biloxi });
    expect(answer).toMatchObject({ state: 'not_covered', summary: expect.stringContaining('MS9900001') });
    expect(answer.facts).toBeUndefined();
  });

  it('a map that fails is never a missing row', async () => {
    const down = { 'epa-water-service-areas': 'http500' } as const;
    expect(await askWith(down, tool, { address: biloxi })).toMatchObject({ state: 'unavailable' });
    expect(await askWith(down, tool, { address: raleigh })).toMatchObject({ state: 'partial' });
  });
});

describe('all of them', () => {
  it('rows that nobody has checked for a year are stale', async () => {
    const later = await openHouse({ mirrors: false, now: '2028-01-10T12:00:00Z' });
    const stale = async (tool: string, args: object) => {
      const answer = await later.call(tool, args);
      expect(answer.state, tool).toBe('stale');
      expect(answer.searched.at(-1)?.reason, tool).toContain('last checked on 2026-11-21');
    };
    await stale('svc_owner_programs', { place: 'Raleigh, NC' });
    await stale('svc_mitigation_incentives', { place: 'Florida' });
    await stale('svc_utility_credits', { place: 'Ohio' });
    await stale('svc_fraud_alert_pointer', { place: 'Florida' });
    await stale('svc_program_windows', { place: 'Boston, MA' });
    await stale('svc_permit_rules', { place: 'Seattle, WA' });
    await stale('svc_water_utility_leak_adjustment_rules', { confirmedPwsid: 'NC0392010' });
    await later.close();
  });

  it('an unknown place is unresolved', async () => {
    for (const tool of ['svc_owner_programs', 'svc_utility_credits', 'svc_permit_rules'])
      expect((await ask(tool, { place: 'Qqqzzz, NC' })).state, tool).toBe('unresolved');
  });

  it.each([
    ['svc_owner_programs', {}],
    ['svc_owner_programs', { place: 'Ohio', classes: ['landlord'] }],
    ['svc_owner_programs', { latitude: 35.7 }],
    ['svc_mitigation_incentives', { place: 'Ohio', hazard: 'meteor' }],
    ['svc_utility_credits', { address: raleigh }],
    ['svc_fraud_alert_pointer', { place: '' }],
    ['svc_program_windows', { place: 'Ohio', withinDays: 0 }],
    ['svc_program_windows', { place: 'Ohio', asOf: '2027-02-30' }],
    ['svc_permit_rules', { place: 'Ohio', includeNotVerified: 'yes' }],
    ['svc_water_utility_leak_adjustment_rules', { confirmedPwsid: '392010' }],
  ])('%s refuses %j', async (tool, args) => {
    await expect(ask(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
