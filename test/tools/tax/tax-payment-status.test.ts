import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { repeated } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, listOf, raleigh } from '../ask.ts';

const tool = 'svc_tax_payment_status';
const address = '1515 Market St, Philadelphia, PA 19102';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the listed account of an address with its amounts', async () => {
    const answer = await service.call(tool, { address });
    expect(answer.state).toBe('found');
    // the other account is the balance of the tax parcel
    expect(listOf(answer.facts, 'accounts').filter(({ citation }) => citation === 'c1')).toEqual([
      {
        accountId: '883000100',
        totalDueUsd: 15_020.75,
        interestDueUsd: 200,
        yearsOwed: 2,
        newestYearOwed: 2025,
        siteAddress: '1515 MARKET ST',
        principalDueUsd: 14720.75,
        penaltyDueUsd: 100,
        paymentAgreement: true,
        citation: 'c1',
      },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('finds the account of a unit alone, however the unit is written', async () => {
    for (const unit of ['4B', 'Unit 4b', '#4B']) {
      const answer = await service.call(tool, { address, unit });
      expect(answer.facts?.accounts).toEqual([
        {
          accountId: '888000101',
          totalDueUsd: 4210.5,
          siteAddress: '1515 MARKET ST UNIT 4B',
          principalDueUsd: 3910.5,
          penaltyDueUsd: 100,
          interestDueUsd: 200,
          yearsOwed: 2,
          newestYearOwed: 2025,
          paymentAgreement: true,
          citation: 'c1',
        },
      ]);
    }
  });

  it('is empty for a unit without an entry, which does not say that taxes are paid', async () => {
    const answer = await service.call(tool, { address, unit: '9Z' });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/does not say that taxes are paid/);
    expect(answer.facts).toBeUndefined();
  });

  it.each([raleigh, chicago, biloxi])('%s is not covered, with the office to ask', async (elsewhere) => {
    const answer = await service.call(tool, { address: elsewhere });
    expect(answer.state).toBe('not_covered');
    expect(answer.verifyNext[0]?.action).toMatch(/tax collector/);
  });

  it('is unavailable where the list fails, an error inside a 200 included', async () => {
    for (const fault of ['http500', 'error200'] as const) {
      const down = { 'philadelphia-tax-delinquencies': fault, 'philadelphia-tax-balances': fault };
      const answer = await askWith(down, tool, { address });
      expect(answer.state).toBe('unavailable');
      expect(answer.summary).toMatch(/could not be read/);
    }
  });

  it('reads the balances by the number of the tax parcel, and says where the parcel fails', async () => {
    const balances = ({ facts }: Awaited<ReturnType<typeof askWith>>) =>
      listOf(facts, 'accounts').filter(({ newestYearOwed }) => newestYearOwed === 1987);
    const answer = await service.call(tool, { address });
    expect(balances(answer)).toMatchObject([{ accountId: '0100020003000', principalDueUsd: 1200 }]);
    const without = await askWith({ 'philadelphia-parcel': 'http500' }, tool, { address });
    expect([without.state, balances(without)]).toEqual(['partial', []]);
  });

  it('refuses a unit without an address', async () => {
    await expect(service.call(tool, { unit: '4B' })).rejects.toMatchObject({ status: 400 });
  });

  it('lists five accounts and counts the others', async () => {
    const many = repeated(7, (index) => ({ OPA_NUMBER: `88300010${index}` }));
    const { facts } = await askWith({ 'philadelphia-tax-delinquencies': many }, tool, { address });
    const accounts = listOf(facts, 'accounts').map(({ accountId }) => accountId);
    expect([accounts, facts?.leftOut]).toEqual([['883000100', '883000101', '883000102', '883000103', '883000104'], 3]);
  });
});
