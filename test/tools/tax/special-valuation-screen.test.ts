import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { repeated } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, listOf, newYork, raleigh } from '../ask.ts';

/** Every way to the parcel of an address of Cook County fails. */
const noParcel = { 'cook-parcel': 'http500', 'cook-parcel-2021': 'http500', 'cook-parcel-address': 'http500' } as const;

const tool = 'svc_special_valuation_screen';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives what the roll lists for the lot, and the rules of the state apart from it', async () => {
    const answer = await service.call(tool, { address: newYork });
    expect(answer.state).toBe('found');
    expect(answer.facts?.listed).toEqual([
      { code: '2231', exemptValueUsd: 58_500_000, taxYear: 2026, list: 'NYC property exemptions', citation: 'c1' },
    ]);
    expect(answer.facts).not.toHaveProperty('stateRules');
    expect(answer.verifyNext[1]).toEqual({
      action: 'Ask about agricultural assessment',
      with: 'New York Department of Taxation and Finance',
      url: 'https://www.tax.ny.gov/',
    });
    expect(answer.limits[0]).toContain('Neither says that this property or its owner qualifies');
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('gives the rules alone where no list is wired', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.facts).not.toHaveProperty('listed');
    expect(answer.facts?.stateRules).toEqual([
      {
        kind: 'use_value',
        title: 'present-use value',
        rule: 'Farm: a tract of 10 acres in production and an average gross income of at least $1,000 in the three years before. Horticulture: 5 acres in production. Forest land: conditions not read.',
        statute: 'G.S. 105-277.3(a)',
        verification: 'statute_text',
        citation: 'c1',
      },
    ]);
    expect(answer.summary).toContain('no list of exempt parcels could be queried');
  });

  it('is empty where the list has no row and no rule of the state was read', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
    expect(answer.limits.join(' ')).toMatch(
      /farmland assessment\. Pointer only: no source was read; said to stand in 35 ILCS 200\/10-110/,
    );
  });

  it('is not covered where there is neither', async () => {
    expect((await service.call(tool, { address: biloxi })).state).toBe('not_covered');
  });

  it('does not take a failure for an empty list', async () => {
    const list = await askWith({ 'cook-exempt-parcels': 'http500' }, tool, { address: chicago });
    expect(list.state).toBe('unavailable');
    const parcel = await askWith(noParcel, tool, { address: chicago });
    expect(parcel.state).toBe('unavailable');
    const half = await askWith({ 'nyc-exemptions': 'http500' }, tool, { address: newYork });
    expect(half.state).toBe('unavailable');
    expect(half.summary).toContain('not readable');
  });

  test.each([[{}], [{ address: 'x' }], [{ address: raleigh, kind: 'farm' }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('lists the newest entries of the roll and counts the others', async () => {
    const many = repeated(8, (index) => ({ year: 2019 + index }));
    const { facts } = await askWith({ 'nyc-exemptions': many }, tool, { address: newYork });
    const years = listOf(facts, 'listed').map(({ taxYear }) => taxYear);
    expect([years, facts?.leftOut]).toEqual([[2026, 2025, 2024, 2023, 2022, 2021], 2]);
  });
});
