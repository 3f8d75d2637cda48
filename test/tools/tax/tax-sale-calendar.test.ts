import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { isServed } from '../../../src/rules/cited-row.ts';
import { taxRedemption } from '../../../src/rules/tax-redemption.ts';
import { openService, type TestService } from '../../harness.ts';

const tool = 'svc_tax_sale_calendar';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

const rows = (answer: Answer, name: string) => (answer.facts?.[name] ?? []) as Record<string, unknown>[];

describe(tool, () => {
  it('gives the months of a state and the time to redeem', async () => {
    const answer = await service.call(tool, { place: 'Arizona' });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      asOf: '2026-11-21',
      until: '2027-11-21',
      sales: [
        {
          place: 'Arizona',
          event: 'Sales of the counties',
          from: '2027-02-01',
          to: '2027-02-28',
          how: 'months only: the day is set locally',
          rule: 'Type: lien. The selling office publishes the day.',
          verification: 'secondary',
          citation: 'c1',
        },
      ],
      redemption: [
        {
          state: 'Arizona',
          saleType: 'lien',
          period: '3 years',
          statute: 'A.R.S. 42-18152',
          verification: 'secondary',
          citation: 'c1',
        },
      ],
    });
    expect(rows(answer, 'sales')).toEqual([
      {
        from: '2027-02-01',
        to: '2027-02-28',
        place: 'Arizona',
        event: 'Sales of the counties',
        how: 'months only: the day is set locally',
        rule: 'Type: lien. The selling office publishes the day.',
        verification: 'secondary',
        citation: 'c1',
      },
    ]);
    expect(rows(answer, 'redemption')).toEqual([
      {
        period: '3 years',
        verification: 'secondary',
        state: 'Arizona',
        saleType: 'lien',
        statute: 'A.R.S. 42-18152',
        citation: 'c1',
      },
    ]);
  });

  it('looks in the period that was asked only', async () => {
    const soon = await service.call(tool, { place: 'Arizona', withinDays: 30 });
    expect(rows(soon, 'sales')).toEqual([]);
    expect(soon.searched[0]).toEqual({
      state: 'empty',
      recordScope: 'sales from 2026-11-21 to 2026-12-21',
      source: 'Table of tax sale dates of this service',
      area: 'Arizona',
      reason: 'the table has rows for the place, and none fits',
    });
    const later = await service.call(tool, { place: 'Travis County, TX', asOf: '2027-01-06', withinDays: 30 });
    expect(rows(later, 'sales')).toEqual([
      {
        from: '2027-02-02',
        to: '2027-02-02',
        place: 'Travis County, TX',
        event: 'Tax foreclosure sale',
        how: 'first such Tuesday on or after 2027-01-06',
        rule: 'First Tuesday of each month.',
        verification: 'official_page',
        citation: 'c1',
      },
    ]);
  });

  it('tells a sale that has passed as passed', async () => {
    const answer = await service.call(tool, { place: 'Cook County, IL' });
    const [annual] = rows(answer, 'sales');
    expect(annual).toEqual({
      event: 'Annual Tax Sale',
      how: expect.stringContaining('has passed'),
      place: 'Cook County, IL',
      from: '2026-03-01',
      to: '2026-03-31',
      rule: 'Anticipated for March 2026 instead of August 2025 (Public Act 104-0006); whether it was held, and any later date, was not seen. A Scavenger Sale is held only if the County Board orders it.',
      verification: 'official_page',
      citation: 'c1',
    });
    expect(answer.summary).toContain('no date to come');
  });

  it('shows both claims where the sources disagree', async () => {
    const answer = await service.call(tool, { place: 'Arkansas' });
    expect(answer.state).toBe('partial');
    const claims = rows(answer, 'redemption');
    expect(claims.map(({ verification }) => verification)).toEqual(['conflict', 'conflict']);
    expect(new Set(claims.map(({ citation }) => citation)).size).toBe(2);
  });

  it('gives no period that nobody held against a page', async () => {
    for (const row of taxRedemption.rows) {
      if (isServed(row)) continue;
      const answer = await service.call(tool, { place: row.scope.name });
      expect(answer.facts?.redemption, row.scope.name).toBeUndefined();
    }
    expect((await service.call(tool, { place: 'Oregon' })).state).toBe('not_covered');
  });

  test.each([[{}], [{ place: 'AZ', withinDays: 0 }], [{ place: 'AZ', asOf: '2026-02-30' }], [{ state: 'AZ' }]])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
