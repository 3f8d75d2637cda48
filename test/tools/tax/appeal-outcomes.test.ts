import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { repeated } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, listOf } from '../ask.ts';

/** Every way to the parcel of an address of Cook County fails. */
const noParcel = { 'cook-parcel': 'http500', 'cook-parcel-2021': 'http500', 'cook-parcel-address': 'http500' } as const;

const tool = 'svc_appeal_outcomes';
const township = { state: 'IL', county: 'Cook', township: 'South Chicago', taxYear: 2025 };
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('counts a township by outcome, at the source', async () => {
    const answer = await service.call(tool, township);
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      outcomes: [
        { outcome: 'change', count: 2, sharePercent: 66.7, citation: 'c1' },
        { outcome: 'no change', count: 1, sharePercent: 33.3, citation: 'c1' },
      ],
    });
    expect(answer.facts?.outcomes).toEqual([
      { outcome: 'change', count: 2, sharePercent: 66.7, citation: 'c1' },
      { outcome: 'no change', count: 1, sharePercent: 33.3, citation: 'c1' },
    ]);
    expect(answer.searched[0]).toEqual({
      area: 'South Chicago township (76)',
      period: 'tax year 2025',
      source: 'Cook County Assessor appeals',
      recordScope: 'appeals to the Assessor only; not the Board of Review and not PTAB',
      state: 'found',
    });
    expect(answer.searched[0]?.recordScope).toContain('Assessor only');
    const byCode = await service.call(tool, { ...township, township: '76' });
    expect(byCode.facts).toEqual(answer.facts);
  });

  it('speaks no words of the source that are not plain', async () => {
    const answer = await askWith({ 'cook-appeals': 'hostileText' }, tool, township);
    expect(answer.summary).toContain('an outcome in other words');
    expect(answer.summary).not.toMatch(/ignore/i);
  });

  it('lists the appeals of a parcel, without agents and owners', async () => {
    const answer = await service.call(tool, { address: chicago, taxYear: 2025 });
    expect(answer.facts?.appeals).toEqual([
      {
        caseNumber: 'C2025-0001',
        outcome: 'change',
        assessedBeforeUsd: 8_600_000,
        assessedAfterUsd: 8_400_000,
        taxYear: 2025,
        type: 'standard',
        reason: 'Income/expense analysis',
        status: 'closed',
        citation: 'c1',
      },
    ]);
    const queried = service.upstreams.requests.filter(({ path }) => path.includes('y282-6ig3'));
    expect(queried.length).toBeGreaterThan(0);
    expect(JSON.stringify(queried)).not.toMatch(/agent_name|owner/i);
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('is empty for a year or township without appeals, inside its search extent', async () => {
    expect((await service.call(tool, { ...township, township: 'Lake View' })).state).toBe('empty');
    const parcel = await service.call(tool, { address: chicago, taxYear: 2019 });
    expect(parcel.state).toBe('empty');
    expect(parcel.summary).toContain('tax year 2019');
  });

  it('asks back where the source has no such township', async () => {
    const answer = await service.call(tool, { ...township, township: 'Springfield' });
    expect(answer.state).toBe('unresolved');
    expect(answer.limits.join(' ')).toContain('Lake View');
  });

  it('is not covered elsewhere', async () => {
    expect((await service.call(tool, { address: biloxi })).state).toBe('not_covered');
    const wake = await service.call(tool, { state: 'NC', county: 'Wake', township: 'Raleigh', taxYear: 2025 });
    expect(wake.state).toBe('not_covered');
    expect(wake.limits.join(' ')).toContain('publishes no dataset');
  });

  it('is unavailable where the list or the parcel fails, never empty', async () => {
    expect((await askWith({ 'cook-appeals': 'http500' }, tool, township)).state).toBe('unavailable');
    expect((await askWith({ 'cook-appeals': 'error200' }, tool, { address: chicago })).state).toBe('unavailable');
    expect((await askWith(noParcel, tool, { address: chicago })).state).toBe('unavailable');
  });

  test.each([
    [{}],
    [{ state: 'IL', county: 'Cook' }],
    [{ ...township, taxYear: '2025' }],
    [{ address: chicago, pin: '1' }],
  ])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  it('lists the newest appeals of a parcel and counts the others', async () => {
    const many = repeated(11, (index) => ({ year: 2015 + index, case_no: `C-${index}` }));
    const { facts } = await askWith({ 'cook-appeals': many }, tool, { address: chicago });
    const years = listOf(facts, 'appeals').map(({ taxYear }) => taxYear);
    expect([years, facts?.leftOut]).toEqual([[2025, 2024, 2023, 2022, 2021, 2020, 2019, 2018], 3]);
  });
});
