import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { Subject } from '../../src/kernel/subject.ts';
import { deadlineDate, ruleWords } from '../../src/rules/appeal-dates.ts';
import { appealWindows, appealWindowsAt } from '../../src/rules/appeal-windows.ts';
import { policySourcesOf, statePolicySources } from '../../src/rules/policy-sources.ts';
import { wholeState } from '../../src/rules/rule-fit.ts';
import { rulePointers } from '../../src/rules/rule-pointers.ts';

const today = '2026-11-21';
const at = (state: string, county?: string): Subject => ({
  ...wholeState(state),
  ...(county && { areaKind: 'county', county: { fips: county, vintage: 'counties', name: county } }),
});
const windows = (state: string, county?: string) => appealWindowsAt(at(state, county));
const dates = (state: string, noticeDate?: string, county?: string) =>
  windows(state, county)
    .flatMap(({ deadlines }) => deadlines)
    .map(({ rule }) => deadlineDate(rule, noticeDate, today).date);

describe('appeal windows', () => {
  test('every state and DC has a window that was read, or a pointer', () => {
    const pointed = rulePointers()
      .filter(({ table }) => table === appealWindows.id)
      .map(({ scope }) => scope.state);
    const read = new Set(appealWindows.rows.map(({ scope }) => scope.state));
    for (const { state } of statePolicySources()) expect(read.has(state) || pointed.includes(state), state).toBe(true);
    expect(read.size).toBeGreaterThanOrEqual(49);
  });

  test('every window is on a text that was read, and is quoted', () => {
    for (const { id, deadlines, quote, page } of appealWindows.rows) {
      expect(deadlines.length, id).toBeGreaterThan(0);
      expect(quote?.length, id).toBeGreaterThan(20);
      expect(page.name.length, id).toBeGreaterThan(5);
    }
    expect(new Set(appealWindows.rows.map(({ id }) => id)).size).toBe(appealWindows.rows.length);
  });

  test('days after the notice', () => {
    expect(dates('GA', '2026-05-29')).toEqual(['2026-07-13']);
    expect(dates('FL', '2026-08-20')).toEqual(['2026-09-14']);
    expect(dates('AZ', '2027-12-31')).toEqual(['2028-02-29']);
    expect(dates('GA')).toEqual([undefined]);
  });

  test('annual days: the first on or after the notice, or today', () => {
    expect(dates('AR', '2026-07-20')).toEqual(['2026-08-17']);
    expect(dates('AR', '2026-08-17')).toEqual(['2026-08-17']);
    expect(dates('AR', '2026-08-18')).toEqual(['2027-08-16']);
    expect(dates('OR')).toEqual(['2026-12-31']);
  });

  test('days before an nth weekday, as "before the second Monday" reads', () => {
    expect(dates('MO')).toEqual(['2027-07-11']);
    expect(dates('SD')).toEqual(['2027-03-11']);
    const [missouri] = windows('MO');
    expect(missouri?.deadlines.map(({ rule }) => ruleWords(rule))).toEqual([
      'by the day before the second Monday of July',
    ]);
  });

  test('the later of two: May 15 or 30 days after the notice in Texas', () => {
    expect(dates('TX', '2026-04-01')).toEqual(['2026-05-15']);
    expect(dates('TX', '2026-04-20')).toEqual(['2026-05-20']);
    // 45 days that begin on the day of the mailing
    expect(dates('UT', '2026-08-10')).toEqual(['2026-09-23']);
  });

  test('the later of two reaches for the annual day nearest to the notice', () => {
    const nj = windows('NJ')[0]?.deadlines[0];
    if (!nj) throw new Error('no rule');
    expect(deadlineDate(nj.rule, '2026-02-01', today).date).toBe('2026-04-01');
    expect(deadlineDate(nj.rule, '2026-03-10', today).date).toBe('2026-04-24');
    expect(deadlineDate(nj.rule, '2025-12-20', today).date).toBe('2026-04-01');
    expect(deadlineDate(nj.rule, undefined, today)).toMatchObject({ how: expect.stringContaining('needs noticeDate') });
    expect(deadlineDate(nj.rule, undefined, today).date).toBeUndefined();
  });

  test('a trigger that is no notice gives no date', () => {
    expect(dates('ME', '2026-05-01')).toEqual([undefined]);
    expect(dates('AL', '2026-05-01')).toEqual([undefined]);
  });

  test('a county has its own window, and never that of another county', () => {
    expect(dates('HI', '2026-12-20', '15003')).toEqual(['2027-01-15']);
    expect(dates('HI', '2026-12-20', '15007')).toEqual(['2026-12-31']);
    expect(windows('HI', '15009').map(({ id }) => id)).toEqual(['HI']);
    expect(windows('IL', '17031').map(({ id }) => id)).toEqual(['IL-cook']);
    expect(windows('IL', '17043')).toEqual([]);
    expect(windows('DE', '10001')).toEqual([]);
    expect(dates('NY', '2026-04-20', '36029')).toEqual(['2026-05-26']);
    expect(windows('NY', '36061')).toEqual([]);
    expect(windows('PA', '42101')).toEqual([]);
  });

  test('a state alone has its own window first, then those of its counties', () => {
    expect(windows('HI').map(({ id }) => id)).toEqual(['HI', 'HI-honolulu', 'HI-kauai']);
  });

  test('every state has a place to ask, over https', () => {
    for (const { state, legislature, code, taxAgencyUrl } of statePolicySources()) {
      for (const url of [legislature, code ?? legislature, taxAgencyUrl])
        expect(new URL(url).protocol, state).toBe('https:');
    }
    expect(policySourcesOf('nc')?.name).toBe('North Carolina');
    expect(policySourcesOf('ZZ')).toBeUndefined();
  });

  const table = join(import.meta.dirname, '../../../shared/facts/rules/appeal-windows.csv');
  test.skipIf(!existsSync(table))('agrees with the table of facts (../shared/facts/rules/appeal-windows.csv)', () => {
    const facts = parse(readFileSync(table, 'utf8'), { columns: true }) as Record<string, string>[];
    // read in their own text after the table of facts, which has the second level of the county
    const readSince = new Set(['IL-cook', 'TN']);
    for (const row of appealWindows.rows.filter(({ id }) => !readSince.has(id))) {
      const fact = facts.find(({ quote }) => quote?.replace(/\s+/g, ' ').trim() === row.quote);
      expect([fact?.state, fact?.verification, fact?.read_on], row.id).toEqual([
        row.scope.state,
        row.verification,
        row.asOf,
      ]);
      const counted = row.deadlines.flatMap(({ rule }) => ('days' in rule ? [rule.days] : []));
      // Utah counts the day of the mailing as the first of its 45
      if (fact?.rule_type === 'days_after_notice') expect(counted, row.id).toContain(Number(fact.days));
    }
  });
});
