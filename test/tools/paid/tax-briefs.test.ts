import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyUse } from '../../../src/rules/property-use.ts';
import { stringsOf } from '../../answers.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid } from './sold.ts';

const verdict =
  /\b(safe|unsafe|risky|best|worst|scores?|grades?|recommend\w*|overvalued|undervalued|overassessed|too high|too low|should appeal|you qualify)\b/i;

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

async function whileFailing<T>(fails: (cardId: string) => boolean, run: (at: TestHouse) => Promise<T>): Promise<T> {
  const own = await openHouse({ mirrors: false, sourceTimeoutMs: 1000 });
  try {
    own.world.setFault(({ cardId = '' }) => fails(cardId), 'http500');
    return await run(own);
  } finally {
    await own.close();
  }
}

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
const parcelSources = (cardId: string) => /parcel|pluto/.test(cardId);

describe.each([
  ['svc-property-tax', {}, ['parcel_lookup', 'property_tax_rates', 'tax_calendar', 'owner_programs']],
  ['svc-valuation-challenge', { source: 'assessment_notice' }, ['parcel_lookup', 'appeal_window', 'parcel_transfers']],
])('%s', (slug, more, sections) => {
  const at = (place: keyof typeof samplePlaces) => ({ ...more, address: samplePlaces[place].address });

  test('is sold at its example with cited sections', async () => {
    const { charged, sold } = await ask(slug, house.house.registry.paidTool(slug)?.examples[0]?.arguments ?? {});
    expect(charged).toBe(true);
    expect(sold.sections.map(({ id }) => id)).toEqual(expect.arrayContaining([...sections]));
    expect(sold.composeStatus).toBe('ok');
    for (const text of stringsOf(sold)) if (!/^https?:/.test(text)) expect(text).not.toMatch(verdict);
    expect(JSON.stringify(sold)).not.toMatch(/planted|555-0199/i);
  });

  test('is free where the sources fail, and where the parcel source alone fails', async () => {
    const all = await whileFailing(
      (cardId) => cardId !== 'census-geocoder',
      (own) => ask(slug, at('raleigh'), own),
    );
    expect([all.charged, all.message]).toEqual([false, expect.stringMatching(/^Not charged: /)]);
    expect(all.sold.coverage.some(({ status, reason }) => status === 'unavailable' && reason)).toBe(true);
    const parcel = await whileFailing(parcelSources, (own) => ask(slug, at('raleigh'), own));
    expect(parcel.charged).toBe(false);
  });

  test('is free where nothing local is wired and where the place is not known', async () => {
    const { charged, message } = await ask(slug, at('biloxi'));
    expect([charged, message]).toEqual([false, expect.stringMatching(/record/)]);
    const unknown = await ask(slug, { ...more, address: 'nowhere in particular' });
    expect([unknown.charged, unknown.body.state]).toEqual([false, 'unresolved']);
  });
});

describe('svc-property-tax', () => {
  test('is free for commercial property, by code and by words', async () => {
    for (const place of ['chicago', 'newYork'] as const) {
      const { charged, message } = await ask('svc-property-tax', { address: samplePlaces[place].address });
      expect([charged, message], place).toEqual([false, expect.stringMatching(/commercial or industrial use/)]);
    }
  });

  test('reads a use only where the record decides it', () => {
    const cook = (propertyClass: string) => propertyUse({ propertyClass, countyFips: '17031' });
    expect([cook('2-03'), cook('299'), cook('591'), cook('6-63'), cook('EX'), cook('9-59')]).toEqual([
      'residential',
      'residential',
      'commercial',
      'commercial',
      'other',
      'residential',
    ]);
    expect(propertyUse({ propertyClass: '203', countyFips: '37183' })).toBeUndefined();
    expect(propertyUse({ landUse: 'Multi-family elevator buildings' })).toBe('residential');
    expect(propertyUse({ landUse: 'Mixed residential and commercial buildings' })).toBe('commercial');
    expect(propertyUse({ landUse: 'SINGLE FAMILY', propertyClass: 'Commercial' })).toBe('commercial');
    expect(propertyUse({ landUse: 'Government', propertyClass: 'Exempt' })).toBe('other');
    expect(propertyUse({ landUse: 'PUD 7' })).toBeUndefined();
    expect(propertyUse({})).toBeUndefined();
  });
});

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
