import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { isServed } from '../../../src/rules/cited-row.ts';
import { taxRedemption } from '../../../src/rules/tax-redemption.ts';
import { openHouse, type TestHouse } from '../../harness.ts';

const tool = 'svc_tax_sale_calendar';
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ mirrors: false });
});
afterAll(() => house.close());

const rows = (answer: Answer, name: string) => (answer.facts?.[name] ?? []) as Record<string, unknown>[];

describe(tool, () => {
  it('gives the months of a state and the time to redeem', async () => {
    const answer = await house.call(tool, { place: 'Arizona' });
    expect(answer.state).toBe('found');
    expect(rows(answer, 'sales')).toMatchObject([{ from: '2027-02-01', to: '2027-02-28' }]);
    expect(rows(answer, 'redemption')).toMatchObject([{ period: '3 years', verification: 'secondary' }]);
  });

  it('looks in the period that was asked only', async () => {
    const soon = await house.call(tool, { place: 'Arizona', withinDays: 30 });
    expect(rows(soon, 'sales')).toEqual([]);
    expect(soon.searched[0]).toMatchObject({ state: 'empty', recordScope: 'sales from 2026-11-21 to 2026-12-21' });
    const later = await house.call(tool, { place: 'Travis County, TX', asOf: '2027-01-06', withinDays: 30 });
    expect(rows(later, 'sales')).toMatchObject([{ from: '2027-02-02', to: '2027-02-02' }]);
  });

  it('tells a sale that has passed as passed', async () => {
    const answer = await house.call(tool, { place: 'Cook County, IL' });
    const [annual] = rows(answer, 'sales');
    expect(annual).toMatchObject({ event: 'Annual Tax Sale', how: expect.stringContaining('has passed') });
    expect(answer.summary).toContain('no date to come');
  });

  it('shows both claims where the sources disagree', async () => {
    const answer = await house.call(tool, { place: 'Arkansas' });
    expect(answer.state).toBe('partial');
    const claims = rows(answer, 'redemption');
    expect(claims.map(({ verification }) => verification)).toEqual(['conflict', 'conflict']);
    expect(new Set(claims.map(({ citation }) => citation)).size).toBe(2);
  });

  it('gives no period that nobody held against a page', async () => {
    for (const row of taxRedemption.rows) {
      if (isServed(row)) continue;
      const answer = await house.call(tool, { place: row.scope.name });
      expect(answer.facts?.redemption, row.scope.name).toBeUndefined();
    }
    expect((await house.call(tool, { place: 'Oregon' })).state).toBe('not_covered');
  });

  test.each([[{}], [{ place: 'AZ', withinDays: 0 }], [{ place: 'AZ', asOf: '2026-02-30' }], [{ state: 'AZ' }]])(
    'refuses %j',
    async (args) => {
      await expect(house.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
