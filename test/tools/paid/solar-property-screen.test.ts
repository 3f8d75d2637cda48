import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ScreenBody, ScreenDiagnostic } from '../../../src/products/solar-property-screen/schema.ts';
import { openService, type TestService } from '../../harness.ts';
import { proves } from '../../spec/requirements.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askBuying } from './sold.ts';

const { raleigh } = samplePlaces;
const screen = 'svc-solar-property-screen';

let service: TestService;
let bare: TestService;
beforeAll(async () => {
  service = await openService();
  bare = await openService({ settings: { SVC_PROVIDER_GOOGLE_SOLAR_KEY: '' } });
}, 60_000);
afterAll(async () => {
  await service.close();
  await bare.close();
});
afterEach(() => service.upstreams.rewrite('google-solar', (body) => body));

const queried = (own: TestService, host: string) => own.upstreams.requests.filter((request) => request.host === host);
const screened = async (given: object, own = service) => {
  const { charged, challenged, body, tool } = await askBuying(own, screen, { systemKw: 8, ...given });
  return { charged, challenged, tool, sold: body as unknown as ScreenBody, free: body as unknown as ScreenDiagnostic };
};

interface Building {
  readonly center: { readonly latitude: number; readonly longitude: number };
}
/** The building that the provider answers with stands somewhere else, or says something else. */
const building = (change: (found: Building) => object) =>
  service.upstreams.rewrite('google-solar', (body) => change(body as Building));

describe(screen, () => {
  test('has the fields and constants of the interface, each figure with its source', async () => {
    proves('res-solar', 'limit-signatures');
    const { charged, challenged, sold, tool } = await screened({ address: raleigh.address });
    expect([charged, challenged]).toEqual([true, true]);
    expect(sold).toMatchObject({
      kind: 'solar_property_screen',
      priceUsdc: '0.49',
      costModel: {
        downstreamProviderCostUsd: 0.12,
        signatureUnitCostUsd: 0.1,
        maximumSignatures: 2,
        maximumSignatureCostUsd: 0.2,
        pricingBasis: 'pay_as_you_go_after_free_allowance',
        freeAllowanceExcluded: true,
      },
      subject: { address: raleigh.address, parcelId: '1703570123', roofMatch: { method: 'parcel_outline' } },
      roof: { maxPanelsCount: 44, imageryDate: '2024-04-12', imageryQuality: 'HIGH' },
      reference: { systemKw: 8, azimuthDegrees: 180, tiltDegrees: 20, lossesPercent: 14 },
      price: { state: 'NC', zip: '27601', basis: 'average_residential_price_of_the_state' },
      composeStatus: 'ok',
    });
    expect(tool.paid.buys?.maximumSignatures).toBe(2);
    const { roof, reference, price, arithmetic, tariffs = [] } = sold;
    for (const { citation } of [roof, reference, price, ...tariffs].flatMap((one) => one ?? []))
      expect(citation.sourceUrl).toMatch(/^https:/);
    expect(reference?.acMonthlyKwh).toHaveLength(12);
    expect(arithmetic?.productUsd).toBeCloseTo(
      ((reference?.acAnnualKwh ?? 0) * (price?.centsPerKilowattHour ?? 0)) / 100,
      1,
    );
    // ended tariffs stay in the database and are not shown
    expect(tariffs.map(({ name }) => name)).not.toContain('Residential Service RES-1 (before)');
    expect(JSON.stringify(sold)).not.toMatch(/\bsav(e|ings) \$|payback of|recommend|ideal|excellent/i);
  });

  test('keeps nothing of the licensed part as evidence', async () => {
    const { sold } = await screened({ address: raleigh.address });
    expect(sold.roof.citation.evidence).toBeUndefined();
    expect(sold.reference?.citation.evidence).toBeDefined();
  });

  test('the size has a default and stands among what the published schema requires', async () => {
    proves('body-solar');
    const { tool } = await screened({ address: raleigh.address });
    expect(tool.inputJsonSchema.required).toEqual(['address', 'systemKw']);
    const { sold } = await screened({ address: raleigh.address, systemKw: undefined });
    expect(sold.reference?.systemKw).toBe(8);
    const { sold: other } = await screened({ address: raleigh.address, systemKw: 16, financialZip: '60614' });
    expect(other.reference?.acAnnualKwh).toBeCloseTo(2 * (sold.reference?.acAnnualKwh ?? 0), -1);
    expect([other.price?.state, other.roof]).toEqual(['IL', { ...sold.roof, citation: other.roof.citation }]);
  });

  test.each([
    ['no ZIP', { address: '222 W Hargett St, Raleigh, NC' }],
    ['no house number', { address: 'Hargett St, Raleigh, NC 27601' }],
    ['two addresses', { address: '222 W Hargett St; 223 W Hargett St, Raleigh, NC 27601' }],
    ['too small a system', { address: raleigh.address, systemKw: 1.9 }],
    ['too large a system', { address: raleigh.address, systemKw: 20.1 }],
    ['a ZIP of four digits', { address: raleigh.address, financialZip: '2760' }],
    ['an unknown field', { address: raleigh.address, roofKw: 3 }],
  ])('refuses %s before anything is queried', async (_what, given) => {
    const before = service.upstreams.requests.length;
    await expect(screened(given)).rejects.toThrow();
    expect(service.upstreams.requests.length).toBe(before);
  });

  test.each<[string, (found: Building) => object, RegExp]>([
    [
      'outside the parcel',
      ({ center, ...rest }) => ({ ...rest, center: { ...center, latitude: center.latitude + 0.003 } }),
      /outside the parcel's outline/,
    ],
  ])('a building %s is never sold', async (_what, change, why) => {
    building(change);
    const { charged, free } = await screened({ address: raleigh.address });
    expect([charged, free.kind, free.reason]).toEqual([
      false,
      'solar_property_screen_diagnostic',
      'roof_evidence_mismatched',
    ]);
    expect(free.message).toMatch(why);
    // what is official is there, and nothing of the roof
    expect(free.reference?.acAnnualKwh).toBeGreaterThan(0);
    expect(JSON.stringify(free)).not.toMatch(/"roof":\{"(?!state)|maxPanelsCount|imageryDate/);
  });

  describe('where no parcel outline is wired', () => {
    const { biloxi } = samplePlaces;
    const at = (zip: string | undefined, north: number) =>
      building(({ center, ...rest }) => ({
        ...rest,
        center: { ...center, latitude: center.latitude + north },
        postalCode: zip,
      }));
    test.each([
      ['near and with its ZIP', '39530', 0, true],
      ['near and with another ZIP', '39531', 0, false],
      ['near and without a ZIP', undefined, 0, false],
      ['too far', '39530', 0.0004, false],
    ] as const)('a building %s', async (_what, zip, north, isSold) => {
      at(zip, north);
      const own = { address: biloxi.address };
      const { charged, sold, free } = await screened(own);
      expect(charged).toBe(isSold);
      if (isSold)
        expect(sold.subject.roofMatch).toMatchObject({ method: 'distance_and_postal_code', postalCodeAgrees: true });
      else expect(free.reason).toBe('roof_evidence_mismatched');
    });
  });

  test('no building near the point is free; a provider that fails is an error, and neither is charged', async () => {
    const own = await openService();
    try {
      own.upstreams.setFault('solar.googleapis.com', 'http404');
      const { charged, free } = await screened({ address: raleigh.address }, own);
      expect([charged, free.reason]).toEqual([false, 'roof_evidence_missing']);
      own.upstreams.setFault('solar.googleapis.com', 'http500');
      await expect(screened({ address: raleigh.address }, own)).rejects.toMatchObject({
        ...{ code: 'ext_provider_unavailable', charged: false },
      });
    } finally {
      await own.close();
    }
  });

  test('without a provider it answers free, with what is official, and buys nothing', async () => {
    const { charged, challenged, free } = await screened({ address: raleigh.address }, bare);
    expect([charged, challenged, free.reason]).toEqual([false, false, 'provider_not_configured']);
    expect([free.reference?.systemKw, free.price?.state, free.tariffs?.length]).toEqual([8, 'NC', 3]);
    expect(free.licensed).toEqual([{ component: 'roof', state: 'not_configured' }]);
    expect(queried(bare, 'solar.googleapis.com')).toEqual([]);
  });

  test('without a reference system no roof is bought', async () => {
    const own = await openService();
    try {
      own.upstreams.setFault('nlr-pvwatts', 'http500');
      const { charged, free } = await screened({ address: raleigh.address }, own);
      expect([charged, free.reason]).toEqual([false, 'reference_unavailable']);
      expect(queried(own, 'solar.googleapis.com')).toEqual([]);
    } finally {
      await own.close();
    }
  });

  test('an address with another ZIP than the one that was matched buys nothing', async () => {
    const before = queried(service, 'solar.googleapis.com').length;
    const { charged, free } = await screened({ address: '1 Nowhere Ln, Nowhere, NC 27601' });
    expect([charged, free.reason]).toEqual([false, 'address_unresolved']);
    expect(queried(service, 'solar.googleapis.com').length).toBe(before);
  });
});

describe('keys that are refused', () => {
  const at = async (settings: Readonly<Record<string, string>>, test: (own: TestService) => Promise<void>) => {
    const own = await openService({ settings });
    try {
      await test(own);
    } finally {
      await own.close();
    }
  };

  test.each(['a-key-of-somebody-else', 'synthetic-google-solar-throttled'])(
    'of the provider of roofs (%s): nothing is sold, and no roof is called missing',
    (key) =>
      at({ SVC_PROVIDER_GOOGLE_SOLAR_KEY: key }, async (own) => {
        await expect(screened({ address: raleigh.address }, own)).rejects.toMatchObject({
          code: 'ext_provider_unavailable',
        });
        expect(queried(own, 'solar.googleapis.com')).toHaveLength(1);
      }),
  );

  test.each(['a-key-of-somebody-else', 'synthetic-openei-throttled'])(
    'of the database of tariffs (%s): sold without them, and said so',
    (key) =>
      at({ SVC_KEY_OPENEI: key }, async (own) => {
        const { charged, sold } = await screened({ address: raleigh.address }, own);
        expect([charged, sold.tariffs, sold.composeStatus]).toEqual([true, undefined, 'degraded']);
      }),
  );
});
