import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Brief } from '../../../src/products/shared/brief.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askBrief, type ReadBrief } from './brief-parts.ts';
import { whileFailing } from './sold.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const ask = (slug: string, given: object, at: TestService = service) => askBrief(at, slug, given);

describe('svc-valuation-challenge', () => {
  test('repeats the figure as given and lets it decide nothing', async () => {
    const address = samplePlaces.chicago.address;
    const [low, high] = await Promise.all(
      [1, 9_000_000_000].map((priceUsd) => ask('svc-valuation-challenge', { address, priceUsd })),
    );
    expect(low?.sold.questioned).toEqual({ basis: 'caller_price', priceUsd: 1 });
    // what the route reads itself has evidence of its own call
    const said = (sold: ReadBrief | undefined) => JSON.stringify(sold?.sections).replace(/"evidence":"[^"]*"/g, '');
    expect(said(high?.sold)).toBe(said(low?.sold));
  });

  test('sets a given price beside what is recorded, as arithmetic, and nothing where none is given', async () => {
    const { address } = samplePlaces.raleigh;
    const given = await ask('svc-valuation-challenge', { address, priceUsd: 9_600_000 });
    expect(given.sold.priceAgainstRecord).toEqual([
      {
        fact: expect.objectContaining({ id: 'svc_parcel_lookup.totalValue', value: 12_800_000, unit: 'USD' }),
        given: { value: 9_600_000, unit: 'USD' },
        difference: { value: -3_200_000, unit: 'USD' },
        ofRecordedPercent: 75,
      },
    ]);
    const notice = await ask('svc-valuation-challenge', { address, source: 'assessment_notice' });
    expect(notice.sold.priceAgainstRecord).toEqual([]);
  });

  test('says that the record calls the parcel exempt', async () => {
    const { sold } = await ask('svc-valuation-challenge', { address: samplePlaces.raleigh.address, priceUsd: 1 });
    const { standsOut } = sold as { readonly standsOut?: readonly object[] };
    expect(standsOut).toContainEqual(expect.objectContaining({ id: 'parcel.exempt', where: 'on_parcel' }));
  });

  test('lists the assessed values year by year where a register keeps them by parcel', async () => {
    const { body } = await ask('svc-valuation-challenge', { address: samplePlaces.chicago.address, priceUsd: 1 });
    const table = (body as unknown as Brief).sections.find(({ id }) => id === 'assessments')?.tables?.[0];
    expect(table?.columns.map(({ key }) => key)).toEqual(expect.arrayContaining(['year', 'mailedTotal']));
    const years = table?.rows.map(({ cells }) => Number(cells[0])) ?? [];
    expect(years.length).toBeGreaterThan(0);
    expect(years).toEqual(years.toSorted((a, b) => b - a));
  });

  test('counts the appeals of the township where they are published', async () => {
    const { sold } = await ask('svc-valuation-challenge', { address: samplePlaces.chicago.address, priceUsd: 1 });
    const township = sold.sections.find(({ id }) => id === 'township_appeals');
    expect(township?.note).toMatch(/South Chicago township, tax year 202[56]/);
  });

  test('is free with the assessing record alone', async () => {
    const { address } = samplePlaces.raleigh;
    const alone = await whileFailing(
      (cardId) => /transfers|sale/.test(cardId) || cardId === 'wake-parcel',
      (own) => ask('svc-valuation-challenge', { address, priceUsd: 1 }, own),
    );
    expect(alone.sold.coverage.find(({ id }) => id === 'parcel_lookup')?.status).toBe('covered');
    expect([alone.charged, alone.message]).toEqual([false, expect.stringMatching(/fewer than two substantive/)]);
  });

  test('names what each recorded value is held against', async () => {
    const { sold } = await ask('svc-valuation-challenge', {
      address: samplePlaces.raleigh.address,
      source: 'assessment_notice',
      noticeDate: '2026-11-01',
    });
    expect(sold.questioned).toEqual({ basis: 'assessment_notice', noticeDate: '2026-11-01' });
    const named = sold.recordToCheck?.map(({ fact }) => fact.id.split('.').at(-1));
    expect(named).toEqual(expect.arrayContaining(['yearBuilt', 'livingArea', 'totalValue']));
  });

  test('asks for a price or its source, and for an address', () => {
    const tool = service.service.registry.paidTool('svc-valuation-challenge');
    const { address } = samplePlaces.raleigh;
    expect(tool?.input.safeParse({ address }).error?.issues[0]?.message).toMatch(/priceUsd.*source/);
    expect(tool?.input.safeParse({ priceUsd: 5 }).success).toBe(false);
    expect(tool?.input.safeParse({ address, source: 'listing' }).error?.issues[0]?.path).toEqual(['source']);
  });
});
