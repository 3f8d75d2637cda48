import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import type { Answer } from '../../../src/kernel/answer.ts';
import { stringsOf, tokensOf, uncitedLeaves, unsafeText, verdicts } from '../../answers.ts';
import { openHouse, type TestHouse } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askPaid } from './sold.ts';

const electricity = 'svc-electricity-context';
const wikipedia = 'svc-wikipedia-place-context';
const commons = 'svc-wikimedia-commons-area-context';
const slugs = [electricity, wikipedia, commons] as const;
const { raleigh, chicago, biloxi, philadelphia } = samplePlaces;

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

type Body = Answer & { readonly kind: string; readonly charged: boolean; readonly message?: string };
type Rows = readonly Readonly<Record<string, unknown>>[];
const rows = (answer: Body, list: string) => (answer.facts?.[list] ?? []) as Rows;

async function call(slug: string, given: object, at: TestHouse = house): Promise<Body> {
  const { charged, body } = await askPaid(at, slug, given);
  const answer = { ...body, charged } as unknown as Body;
  // nothing about people, crimes or files that may not be shown leaves the house
  expect(JSON.stringify(answer)).not.toMatch(/planted|555-0199/i);
  return answer;
}

/** One question in a house where the sources are as told. */
async function callWhere(
  slug: string,
  given: object,
  set: (at: TestHouse) => void,
  mirrors = false,
  settings: Readonly<Record<string, string>> = {},
): Promise<Body> {
  const own = await openHouse({ mirrors, sourceTimeoutMs: 1000, settings });
  try {
    set(own);
    return await call(slug, given, own);
  } finally {
    await own.close();
  }
}

describe.each(slugs)('%s', (slug) => {
  const tool = () => house.house.registry.paidTool(slug) as PaidTool;

  test('is sold at its example: cited, plain and small; only over REST', async () => {
    const answer = await call(slug, tool().examples[0]?.arguments ?? {});
    expect([answer.charged, answer.state], answer.summary).toEqual([true, 'found']);
    expect(uncitedLeaves(answer)).toEqual([]);
    expect(verdicts(answer)).toEqual([]);
    for (const string of stringsOf(answer)) expect(string).not.toMatch(unsafeText);
    expect(tokensOf(answer)).toBeLessThan(2000);
    expect(tool().paid).toMatchObject({ restOnly: true, priceUsdc: '0.01' });
  });

  test('is free where its sources fail, and says whose answer is missing', async () => {
    for (const fault of ['http500', 'wrongShape', 'html200', 'error200'] as const) {
      const answer = await callWhere(slug, tool().examples[0]?.arguments ?? {}, ({ world }) =>
        world.setFault(({ cardId }) => cardId !== 'census-geocoder', fault),
      );
      expect([answer.charged, answer.state], fault).toEqual([false, 'unavailable']);
      expect(answer.kind).toMatch(/_diagnostic$/);
      expect(answer.message).toMatch(/^Not charged: /);
      expect(answer.facts).toBeUndefined();
      expect(answer.searched.some(({ state }) => state === 'unavailable')).toBe(true);
    }
  });

  test('is free where the place is not known', async () => {
    const answer = await call(slug, { address: 'nowhere in particular' });
    expect([answer.charged, answer.state]).toEqual([false, 'unresolved']);
  });

  test('is the same where every row of a source names people', async () => {
    const given = { address: raleigh.address };
    const named = await callWhere(slug, given, ({ world }) => world.setFault('*', 'people'), true);
    expect(named.facts).toEqual((await call(slug, given)).facts);
  });

  test('keeps hostile text of a source in data fields, without its disguise', async () => {
    const answer = await callWhere(slug, { address: raleigh.address }, ({ world }) =>
      world.setFault(({ cardId }) => cardId !== 'census-geocoder', 'hostileText'),
    );
    for (const string of stringsOf(answer)) expect(string).not.toMatch(unsafeText);
    expect(JSON.stringify([answer.summary, answer.limits, answer.verifyNext])).not.toMatch(/ignore all previous/i);
  });
});

describe(electricity, () => {
  test('gives candidates and the state averages of the newest month and year, each beside the year before', async () => {
    const answer = await call(electricity, { address: raleigh.address });
    expect(answer.components).toMatchObject({ utilities: { state: 'found' }, statePrices: { state: 'found' } });
    expect(answer.facts).toMatchObject({ utilities: { territoriesAtPoint: [{ eiaId: '99001' }, { eiaId: '99002' }] } });
    expect(rows(answer, 'monthlyPrices')).toMatchObject([
      { sector: 'residential', period: '2026-09', centsPerKilowattHour: 14.2, yearBeforeCentsPerKilowattHour: 12.5 },
      { sector: 'commercial', period: '2026-09' },
      // not published yet for the newest month: the newest that is, beside its own year before
      { sector: 'industrial', period: '2026-08', yearBeforeCentsPerKilowattHour: 6.79 },
    ]);
    expect(rows(answer, 'annualPrices')).toMatchObject([{ period: '2025' }, { period: '2025' }, { period: '2024' }]);
  });

  test('is sold where one of the two answers, and names the other', async () => {
    const noPrices = await callWhere(electricity, { address: biloxi.address }, () => undefined);
    expect([noPrices.charged, noPrices.components?.statePrices?.state]).toEqual([true, 'empty']);
    expect(noPrices.summary).toContain('EIA publishes no average price of MS');
    const noMap = await callWhere(electricity, { address: raleigh.address }, ({ world }) =>
      world.setFault('hifld-electric-territories', 'http500'),
    );
    expect([noMap.charged, noMap.state, noMap.components?.utilities?.state]).toEqual([true, 'partial', 'unavailable']);
    expect(noMap.facts?.utilities).toBeUndefined();
  });

  test('a missing key is said, and never an empty answer', async () => {
    const setting = { SVC_KEY_EIA: '' };
    const answer = await callWhere(electricity, { address: raleigh.address }, () => undefined, true, setting);
    expect([answer.charged, answer.state]).toEqual([true, 'partial']);
    expect(answer.components?.statePrices).toEqual({
      state: 'unavailable',
      reason: expect.stringContaining('SVC_KEY_EIA'),
    });
    expect(answer.summary).toContain('could not be read');
  });

  test('is free where neither has anything', async () => {
    const answer = await callWhere(electricity, { address: chicago.address }, ({ world }) =>
      world.setFault('eia-retail-sales', 'http429'),
    );
    expect([answer.charged, answer.facts]).toEqual([false, undefined]);
  });
});

describe(wikipedia, () => {
  test('quotes the opening words of articles about places, with link, revision and licence', async () => {
    const answer = await call(wikipedia, { address: raleigh.address });
    expect(answer.facts).toMatchObject({
      articles: [
        {
          title: 'Made-up Exchange Building',
          url: 'https://en.wikipedia.org/wiki/Made-up_Exchange_Building',
          revisionId: 1_200_000_000,
          distanceMeters: 120,
          direction: 'N',
        },
        { title: 'Made-up Square (Raleigh)', distanceMeters: 300 },
      ],
      notShown: { value: 3 },
      licence: { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
    });
    // an abbreviation ends no sentence, and the quotation stops at the end of one
    expect(rows(answer, 'articles')[0]?.openingWords).toMatch(/^“The Made-up Exchange .+ terra cotta\.”$/);
  });

  test.each([
    ['people only', { address: biloxi.address }],
    ['nothing at all', { address: philadelphia.address }],
    ['nothing within the radius', { address: raleigh.address, radiusMeters: 100 }],
  ])('is free where there is no matching article: %s', async (_, given) => {
    const answer = await call(wikipedia, given);
    expect([answer.charged, answer.state]).toEqual([false, 'empty']);
  });

  test('at the edge of the radius one article is enough', async () => {
    const answer = await call(wikipedia, { address: raleigh.address, radiusMeters: 121 });
    expect([answer.charged, rows(answer, 'articles').length]).toEqual([true, 1]);
  });
});

describe(commons, () => {
  test('names licence and author as the licence asks, and leaves out what may not be shown', async () => {
    const answer = await call(commons, { address: raleigh.address });
    expect(answer.facts).toMatchObject({
      pictures: [
        {
          title: 'Hargett Street looking west',
          takenOn: '2019-03-02',
          licence: 'CC BY-SA 4.0',
          licenceUrl: 'https://creativecommons.org/licenses/by-sa/4.0',
          attributionRequired: true,
          attribution: 'Made-up & Photographer',
        },
        { title: 'Made-up Exchange Building 1913', licence: 'Public domain', attributionRequired: false },
      ],
      notEligible: { value: 6 },
    });
  });

  test.each([
    ['no free licence', { address: biloxi.address }],
    ['nothing at all', { address: philadelphia.address }],
    ['nothing within the radius', { address: raleigh.address, radiusMeters: 10 }],
  ])('is free where there is no eligible picture: %s', async (_, given) => {
    const answer = await call(commons, given);
    expect([answer.charged, answer.state]).toEqual([false, 'empty']);
  });

  test('one eligible picture is enough, and a link is a secure one', async () => {
    const answer = await call(commons, { latitude: chicago.latitude, longitude: chicago.longitude });
    expect(answer.charged).toBe(true);
    expect(answer.facts?.pictures).toMatchObject([{ licenceUrl: 'https://creativecommons.org/licenses/by/2.0' }]);
  });
});

test.each([
  [electricity, { radiusMeters: 100 }],
  [wikipedia, { address: raleigh.address, radiusMeters: 9 }],
  [wikipedia, { address: raleigh.address, radiusMeters: 10_001 }],
  [commons, { latitude: 35.7 }],
])('%s refuses %j', (slug, given) => {
  expect((house.house.registry.paidTool(slug) as PaidTool).input.safeParse(given).success).toBe(false);
});
