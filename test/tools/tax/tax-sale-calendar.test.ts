import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { rulePointers } from '../../../src/rules/rule-pointers.ts';
import { openService, type TestService } from '../../harness.ts';

const tool = 'svc_tax_sale_calendar';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

const rows = (answer: Answer, name: string) => (answer.facts?.[name] ?? []) as Record<string, unknown>[];

describe(tool, () => {
  it('gives the sale of a state and the time to redeem, by their statutes', async () => {
    const answer = await service.call(tool, { place: 'Iowa' });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      asOf: '2026-11-21',
      until: '2027-11-21',
      sales: [
        {
          place: 'Iowa',
          event: 'Annual tax sale',
          from: '2027-06-21',
          until: '2027-06-21',
          how: 'first third Monday of June on or after 2026-11-21',
          rule: 'County treasurer offers all delinquent parcels.',
          verification: 'statute_text',
          citation: 'c1',
        },
      ],
      redemption: [
        {
          state: 'Iowa',
          saleType: 'certificate of purchase',
          period: expect.stringContaining('21 months from date of sale'),
          statute: 'Iowa Code 447.1; 447.9',
          quote: expect.stringMatching(/^After one year and nine months from the date of sale/),
          textOf: '2026-02-11',
          verification: 'statute_text',
          citation: 'c2',
        },
      ],
    });
  });

  it('looks in the period that was queried only', async () => {
    const soon = await service.call(tool, { place: 'Iowa', withinDays: 30 });
    expect(rows(soon, 'sales')).toEqual([]);
    expect(soon.searched[0]).toEqual({
      source: 'Table of tax sale dates of this service',
      area: 'Iowa',
      recordScope: 'sales from 2026-11-21 to 2026-12-21',
      state: 'empty',
      reason: 'the table has rows for the place, and none fits',
    });
    const later = await service.call(tool, { place: 'Travis County, TX', asOf: '2027-01-06', withinDays: 30 });
    expect(rows(later, 'sales')).toEqual([
      {
        from: '2027-02-02',
        until: '2027-02-02',
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
      until: '2026-03-31',
      rule: 'Anticipated for March 2026 instead of August 2025 (Public Act 104-0006); whether it was held, and any later date, was not seen. A Scavenger Sale is held only if the County Board orders it.',
      verification: 'official_page',
      citation: 'c1',
    });
    expect(answer.summary).toContain('no date to come');
  });

  it('gives no month and no period of a page that is not official, and no claim that is disputed', async () => {
    const pointed = rulePointers().filter(({ table }) => table === 'tax-sale-redemption');
    for (const { scope, office, officeUrl } of pointed) {
      const answer = await service.call(tool, { place: scope.state });
      expect(answer.facts?.redemption, scope.name).toBeUndefined();
      expect(answer.verifyNext[0], scope.name).toMatchObject({ with: office, url: officeUrl });
    }
    expect(pointed.length).toBeGreaterThan(10);
    const disputed = await service.call(tool, { place: 'Arkansas' });
    expect(disputed.state).toBe('not_covered');
    expect(disputed.limits.join(' ')).toContain('the sources disagree, and none is read as a fact');
  });

  it('names the age of an old text first, and what its copy does not show', async () => {
    const answer = await service.call(tool, { place: 'New Jersey' });
    expect(answer.state).toBe('found');
    expect(answer.summary).toMatch(/; text of 2012, read it live first\.$/);
    expect(answer.limits).toContain(
      'New Jersey, N.J.S.A. 54:5-54: the law was changed in 2024 after Tyler v. Hennepin County; the text in force was not read.',
    );
    expect((await service.call(tool, { place: 'Wisconsin' })).summary).not.toContain('read it live');
  });

  it('gives the law of a city to that city, beside that of its state', async () => {
    const states = async (place: string) =>
      rows(await service.call(tool, { place }), 'redemption').map(({ state }) => state);
    expect(await states('Scranton, PA')).toEqual(['Scranton, PA', 'Pennsylvania']);
    expect(await states('Pennsylvania')).toEqual(['Pennsylvania']);
  });

  test.each([[{}], [{ place: 'AZ', withinDays: 0 }], [{ place: 'AZ', asOf: '2026-02-30' }], [{ state: 'AZ' }]])(
    'refuses %j',
    async (args) => {
      await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );
});
