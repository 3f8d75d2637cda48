import { describe, expect, it, test } from 'vitest';
import { rulePointers } from '../../src/rules/rule-pointers.ts';
import { inForce, levyingAt, taxRates } from '../../src/rules/tax-rates.ts';
import { taxRedemption } from '../../src/rules/tax-tables.ts';
import { nextOccurrence } from '../../src/rules/tax-when.ts';

describe('when something happens next', () => {
  test.each([
    [{ kind: 'annual', day: { month: 3, day: 31 } }, '2026-11-21', '2027-03-31', '2027-03-31'],
    [{ kind: 'annual', day: { month: 3, day: 31 } }, '2027-03-31', '2027-03-31', '2027-03-31'],
    // a season that is under way counts; one that is over gives way to the next
    [{ kind: 'months', months: [4, 5, 6] }, '2027-05-20', '2027-04-01', '2027-06-30'],
    [{ kind: 'months', months: [2] }, '2028-01-05', '2028-02-01', '2028-02-29'],
    [{ kind: 'months', months: [6, 11, 12] }, '2026-07-01', '2026-11-01', '2026-12-31'],
    [{ kind: 'months', months: [2] }, '2026-03-01', '2027-02-01', '2027-02-28'],
    [{ kind: 'monthly', nth: 1, weekday: 'Tuesday' }, '2026-12-01', '2026-12-01', '2026-12-01'],
    [{ kind: 'monthly', nth: 1, weekday: 'Tuesday' }, '2026-12-02', '2027-01-05', '2027-01-05'],
    [{ kind: 'once', from: '2026-03-01', to: '2026-03-31' }, '2026-11-21', '2026-03-01', '2026-03-31'],
  ] as const)('%j on or after %s', (when, day, from, to) => {
    expect(nextOccurrence(when, day)).toMatchObject({ from, to });
  });

  it('is unknown where the page gives no date', () => {
    expect(nextOccurrence({ kind: 'undated', why: 'not announced' }, '2026-11-21')).toBeUndefined();
  });
});

describe('rates', () => {
  it('end with their tax year', () => {
    const [wake] = taxRates.rows.filter(({ body }) => body === 'Wake County');
    expect(wake && inForce(wake, '2026-06-30')).toBe(true);
    expect(wake && inForce(wake, '2026-07-01')).toBe(false);
  });

  it('are of the bodies around a point only, and of none that taxes a part of the value', () => {
    const bodies = (...codes: string[]) => levyingAt(new Set(codes)).map(({ body }) => body);
    expect(bodies('37', '37183')).toEqual(['Wake County']);
    expect(bodies('37183', '3755000')).toEqual(['Wake County', 'City of Raleigh']);
    expect(bodies('37081', '3728000')).toEqual([]);
    expect(bodies('42101', '4260000')).toEqual([]);
  });
});

it('every state and the District has a redemption row that was read, or a pointer', () => {
  const read = taxRedemption.rows.map(({ scope }) => scope.state);
  const pointed = rulePointers()
    .filter(({ table }) => table === taxRedemption.id)
    .map(({ scope }) => scope.state);
  expect(read.filter((state) => pointed.includes(state))).toEqual([]);
  expect(new Set([...read, ...pointed]).size).toBe(51);
  expect(read.length).toBeGreaterThanOrEqual(35);
});
