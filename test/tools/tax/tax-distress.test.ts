import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { repeated } from '../../upstreams/edits.ts';
import { askWith, biloxi, listOf, newYork } from '../ask.ts';
import { askWithLane } from '../lane-fields.ts';

const tool = 'svc_tax_distress';
const noRows = repeated(0, () => ({}));
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

  it('gives amount and years owed where a list states them', async () => {
    const { facts } = await askWithLane(
      {
        card: 'nyc-tax-lien-list',
        // no wired list of this kind states amounts: numbers of the row stand for them
        source: {
          fields: { totalDue: 'block', yearsOwed: 'borough' },
        },
      },
      tool,
      { address: newYork },
    );
    expect(facts?.entries).toEqual([
      {
        recordId: '1-94-20-05/2025-30 Day Notice',
        date: '2025-05',
        cycle: '30 Day Notice',
        taxClass: '4',
        waterDebtOnly: false,
        amountDueUsd: 94,
        yearsOwed: 1,
        citation: 'c1',
      },
    ]);
  });

  it('says what was searched, what it brought, and whom to ask', async () => {
    expect(pick(await service.call(tool, { address: newYork }), 'summary', 'searched', 'limits', 'verifyNext')).toEqual(
      {
        summary: 'NYC tax lien sale lists queried for parcel 1000940020: 1 entry, newest of 2025-05: "30 Day Notice".',
        searched: [
          {
            source: 'NYC tax lien sale lists',
            area: 'parcel 1000940020',
            recordScope: 'notices in sale years; being on a list is not a sale',
            state: 'found',
          },
        ],
        limits: [
          'Entries of published lists at their own dates: a notice is not a sale and a debt may have been paid since.',
          'No entry means no entry on the named list, never that taxes are paid.',
          'Lists are notices, not sales, and exist only in sale years.',
        ],
        verifyNext: [
          {
            action: 'Ask for the current balance and the stage of any sale',
            with: 'NYC Department of Finance',
            url: 'https://opendata.cityofnewyork.us/',
          },
        ],
      },
    );
    const none = await askWith({ 'nyc-tax-lien-list': noRows }, tool, { address: newYork });
    expect(pick(none, 'state', 'summary', 'facts')).toEqual({
      state: 'empty',
      summary:
        'NYC tax lien sale lists queried for parcel 1000940020: no entry, which does not say that taxes are paid.',
    });
    const list = await askWith({ 'nyc-tax-lien-list': 'http500' }, tool, { address: newYork });
    expect(list.summary).toEqual('NYC tax lien sale lists queried for parcel 1000940020: the lists could not be read.');
    const parcel = await askWith({ 'nyc-pluto': 'http500' }, tool, { address: newYork });
    expect(pick(parcel, 'state', 'summary', 'searched', 'verifyNext')).toEqual({
      state: 'unavailable',
      summary:
        'The tax lists could not be queried for 100 GOLD ST, NEW YORK, NY, 10038: its parcel number is not known.',
      searched: [
        {
          source: 'NYC MapPLUTO tax lots',
          area: 'the tax parcel at 40.7106, -74.0037',
          state: 'unavailable',
          reason: 'NYC MapPLUTO tax lots answered with an error (HTTP 500).',
        },
        {
          source: 'tax lien and delinquency',
          area: '100 GOLD ST, NEW YORK, NY, 10038',
          state: 'unavailable',
          reason: 'the parcel number of the address is not known, and the lists are kept by parcel',
        },
      ],
      verifyNext: [
        {
          action: 'Ask for the current balance and the stage of any sale',
          with: 'NYC Department of Finance',
          url: 'https://opendata.cityofnewyork.us/',
        },
      ],
    });
    const unknown = await askWith({ 'nyc-pluto': noRows }, tool, { address: newYork });
    expect(pick(unknown, 'state', 'summary', 'searched')).toEqual({
      state: 'unresolved',
      summary:
        'The tax lists could not be queried for 100 GOLD ST, NEW YORK, NY, 10038: its parcel number is not known.',
      searched: [
        { source: 'NYC MapPLUTO tax lots', area: 'the tax parcel at 40.7106, -74.0037', state: 'empty' },
        {
          source: 'tax lien and delinquency',
          area: '100 GOLD ST, NEW YORK, NY, 10038',
          state: 'unresolved',
          reason: 'the parcel number of the address is not known, and the lists are kept by parcel',
        },
      ],
    });
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
    const { facts } = await askWith({ 'nyc-tax-lien-list': many }, tool, { address: newYork });
    const dates = listOf(facts, 'entries').map(({ date }) => date);
    expect([dates, facts?.leftOut]).toEqual([
      ['2021-05', '2020-05', '2019-05', '2018-05', '2017-05', '2016-05', '2015-05', '2014-05', '2013-05', '2012-05'],
      2,
    ]);
  });
});
