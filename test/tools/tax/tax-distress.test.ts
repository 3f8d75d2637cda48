import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, newYork } from '../ask.ts';
import { askWithRows, listOf, repeated } from '../rows.ts';

const tool = 'svc_tax_distress';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the notices of the lot, and says that a notice is not a sale', async () => {
    const answer = await service.call(tool, { address: newYork });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      entries: [
        {
          recordId: '1-94-20-05/2025-30 Day Notice',
          date: '2025-05',
          cycle: '30 Day Notice',
          taxClass: '4',
          waterDebtOnly: false,
          citation: 'c1',
        },
      ],
    });
    expect(answer.facts?.entries).toEqual([
      {
        date: '2025-05',
        cycle: '30 Day Notice',
        waterDebtOnly: false,
        recordId: '1-94-20-05/2025-30 Day Notice',
        taxClass: '4',
        citation: 'c1',
      },
    ]);
    expect(answer.limits.join(' ')).toMatch(/notice is not a sale/);
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('is not covered where no list is wired', async () => {
    expect((await service.call(tool, { address: biloxi })).state).toBe('not_covered');
  });

  it('is unavailable where the list or the parcel fails, never empty', async () => {
    const list = await askWith({ 'nyc-tax-lien-list': 'http500' }, tool, { address: newYork });
    expect(list.state).toBe('unavailable');
    const parcel = await askWith({ 'nyc-pluto': 'http500' }, tool, { address: newYork });
    expect(['unavailable', 'unresolved']).toContain(parcel.state);
    expect(parcel.facts).toBeUndefined();
  });

  it('refuses a call without an address', async () => {
    await expect(service.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });

  it('lists the newest entries and counts the others', async () => {
    const many = repeated(12, (index) => ({ month: `20${10 + index}-05-01T00:00:00.000` }));
    const { facts } = await askWithRows({ 'nyc-tax-lien-list': many }, tool, { address: newYork });
    const dates = listOf(facts, 'entries').map(({ date }) => date);
    expect([dates, facts?.leftOut]).toEqual([
      ['2021-05', '2020-05', '2019-05', '2018-05', '2017-05', '2016-05', '2015-05', '2014-05', '2013-05', '2012-05'],
      2,
    ]);
  });
});
