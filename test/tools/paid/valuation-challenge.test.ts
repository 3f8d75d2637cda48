import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid, whileFailing } from './sold.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

interface Sold {
  readonly message?: string;
  readonly sections: readonly { readonly id: string; readonly facts: readonly unknown[] }[];
  readonly coverage: readonly { readonly id: string; readonly status: string; readonly reason?: string }[];
  readonly composeStatus?: string;
  readonly questioned?: Record<string, unknown>;
  readonly recordToCheck?: readonly { readonly fact: { readonly id: string }; readonly holdAgainst: string }[];
}
const ask = async (slug: string, given: object, at: TestHouse = house) => {
  const { charged, body } = await askPaid(at, slug, given);
  return { charged, body, sold: body as unknown as Sold, message: String(body.message ?? '') };
};

describe('svc-valuation-challenge', () => {
  test('repeats the figure as given and lets it decide nothing', async () => {
    const address = samplePlaces.chicago.address;
    const [low, high] = await Promise.all(
      [1, 9_000_000_000].map((priceUsd) => ask('svc-valuation-challenge', { address, priceUsd })),
    );
    expect(low?.sold.questioned).toEqual({ basis: 'caller_price', priceUsd: 1 });
    expect(high?.sold.sections).toEqual(low?.sold.sections);
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
    const tool = house.house.registry.paidTool('svc-valuation-challenge');
    const { address } = samplePlaces.raleigh;
    expect(tool?.input.safeParse({ address }).error?.issues[0]?.message).toMatch(/priceUsd.*source/);
    expect(tool?.input.safeParse({ priceUsd: 5 }).success).toBe(false);
    expect(tool?.input.safeParse({ address, source: 'listing' }).error?.issues[0]?.path).toEqual(['source']);
  });
});
