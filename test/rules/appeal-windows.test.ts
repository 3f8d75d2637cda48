import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { deadlineDate, deadlinesFor, ruleWords } from '../../src/rules/appeal-dates.ts';
import { appealWindowOf, appealWindows } from '../../src/rules/appeal-windows.ts';
import { policySourcesOf, statePolicySources } from '../../src/rules/policy-sources.ts';

const today = '2026-11-21';
const window = (state: string) => {
  const row = appealWindowOf(state);
  if (!row) throw new Error(`no row for ${state}`);
  return row;
};
const dates = (state: string, noticeDate?: string, county?: string) =>
  deadlinesFor(window(state).deadlines, county).map(({ rule }) => deadlineDate(rule, noticeDate, today).date);

describe('appeal windows', () => {
  test('one row for each state and DC, as in the table of policy sources', () => {
    expect(appealWindows()).toHaveLength(51);
    expect(new Set(appealWindows().map(({ state }) => state))).toEqual(
      new Set(statePolicySources().map(({ state }) => state)),
    );
  });

  test('only a row with a page that was read has deadlines; a disputed row has claims instead', () => {
    for (const { state, verification, deadlines, claims, page } of appealWindows()) {
      if (verification === 'unverified')
        expect([deadlines.length, claims, page], state).toEqual([0, undefined, undefined]);
      else expect(page?.name.length, state).toBeGreaterThan(5);
      if (verification === 'secondary') expect(deadlines.length, state).toBeGreaterThan(0);
      if (verification === 'conflict') {
        expect(deadlines, state).toEqual([]);
        expect(
          claims?.map(({ from }) => from),
          state,
        ).toEqual(['statute', 'page']);
        expect(new Set(claims?.map(({ rule }) => ruleWords(rule))).size, state).toBe(2);
      }
    }
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

  test('the later of two reaches for the annual day nearest to the notice', () => {
    const [nj] = window('NJ').deadlines;
    if (!nj) throw new Error('no rule');
    expect(deadlineDate(nj.rule, '2026-02-01', today).date).toBe('2026-04-01');
    expect(deadlineDate(nj.rule, '2026-03-10', today).date).toBe('2026-04-24');
    expect(deadlineDate(nj.rule, '2025-12-20', today).date).toBe('2026-04-01');
    expect(deadlineDate(nj.rule, undefined, today)).toMatchObject({ how: expect.stringContaining('needs noticeDate') });
    expect(deadlineDate(nj.rule, undefined, today).date).toBeUndefined();
  });

  test('a trigger that is no notice gives no date', () => {
    expect(dates('ME', '2026-05-01')).toEqual([undefined]);
    expect(dates('IL', '2026-05-01')).toEqual([undefined, undefined]);
  });

  test('a county picks its own rows where it has any', () => {
    expect(dates('HI', '2026-12-20', '15003')).toEqual(['2027-01-15']);
    expect(dates('HI', '2026-12-20', '15009')).toEqual(['2027-04-09']);
    expect(dates('NY', '2026-04-20', '36029')).toEqual(['2026-05-26']);
    expect(dates('NY', '2026-01-15', '36061').sort()).toEqual(['2026-03-01', '2026-03-15']);
  });

  test('every state has a place to ask, over https', () => {
    for (const { state, legislature, code, taxAgencyUrl } of statePolicySources()) {
      for (const url of [legislature, code ?? legislature, taxAgencyUrl])
        expect(new URL(url).protocol, state).toBe('https:');
    }
    expect(policySourcesOf('nc')?.name).toBe('North Carolina');
    expect(policySourcesOf('ZZ')).toBeUndefined();
  });

  const table = join(import.meta.dirname, '../../../shared/facts/appeal-windows.csv');
  test.skipIf(!existsSync(table))('agrees with the table of facts (../shared/facts/appeal-windows.csv)', () => {
    const rows = parse(readFileSync(table, 'utf8'), { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(51);
    for (const fact of rows) {
      const row = window(fact.state ?? '');
      // a row may be trusted less than the table does (Utah), never more
      if (fact.verification !== row.verification) expect([fact.state, row.verification]).toEqual(['UT', 'unverified']);
      if (fact.rule_type !== 'days_after_notice' || row.verification !== 'secondary') continue;
      const days = row.deadlines.map(({ rule }) => ('days' in rule ? rule.days : undefined));
      expect(days, fact.state).toContain(Number(fact.days));
    }
  });
});
