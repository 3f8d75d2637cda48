import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import type { ownerCostSchema } from '../../../src/products/owner-cost-review/schema.ts';
import { stringsOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askPaid, whileFailing } from './sold.ts';

const raleigh = '222 W Hargett St, Raleigh, NC 27601';
const owner = 'svc-owner-cost-review';
const rental = 'svc-rental-operations-brief';
type Owner = ReturnType<typeof ownerCostSchema.parse>;

let service: TestService;
let unlicensed: TestService;
beforeAll(async () => {
  service = await openService();
  unlicensed = await openService({
    settings: { SVC_PROVIDER_RENTCAST_KEY: '', SVC_PROVIDER_GOOGLE_SOLAR_KEY: '' },
  });
});
afterAll(async () => {
  await unlicensed.close();
  await service.close();
});

/** How often the licensed provider was queried. */
const asksOf = ({ upstreams }: TestService) =>
  upstreams.requests.filter(({ host }) => host === 'api.rentcast.io').length;

const bought = { state: 'bought', provider: 'RentCast API', paidBy: 'api_key', maxUsd: '0.12' };

describe('svc-owner-cost-review', () => {
  test('sets published records beside the figures of the caller, and buys one record', async () => {
    const before = asksOf(service);
    const { charged, body } = await askPaid(service, owner, {
      address: raleigh,
      annualTaxUsd: 6400,
      monthlyWaterUsd: 61,
    });
    const { callerFigures, costModel, licensed, sections, caveats } = body as unknown as Owner;
    expect(charged).toBe(true);
    expect(callerFigures).toEqual({
      annualTaxUsd: 6400,
      monthlyWaterUsd: 61,
      use: 'repeated as the caller gave them; not checked, not compared and not judged',
    });
    expect(licensed).toEqual([{ component: 'property_record', ...bought }]);
    expect(costModel).toMatchObject({
      downstreamProviderCostUsd: 0.12,
      maximumSignatures: 1,
      signatureUnitCostUsd: 0.1,
    });
    expect(asksOf(service) - before).toBe(1);
    expect(sections.map(({ id }) => id)).toEqual([
      'electricity_price',
      'property_tax_context',
      'property_tax_estimate',
      'special_valuation_screen',
      'owner_programs',
      'appeal_window',
      'flood_premium_context',
      'homeowners_insurance_context',
      'electric_utility_resolver',
      'utility_credits',
      'water_utility_leak_adjustment_rules',
      'licensed_property_record',
    ]);
    const [price] = sections[0]?.facts ?? [];
    expect(price).toMatchObject({ label: 'Average price', value: 14.2, unit: 'cents per kWh', note: 'NC, 2026-09' });
    expect(caveats.at(-1)).toMatch(/^The licensed part is for the buyer of this answer alone/);
    expect(JSON.stringify(body)).not.toMatch(/planted/i);
    for (const text of stringsOf(body)) expect(text).not.toMatch(/\b(cheaper|overpaid|you should|recommended)\b/i);
  });

  test('computes the dates of a loan that is given, and says nothing of one that is not', async () => {
    const mortgage = {
      originationDate: '2022-03-15',
      originalValueUsd: 400_000,
      originalLoanAmountUsd: 360_000,
      annualRatePercent: 4.5,
    };
    const { body } = await askPaid(service, owner, { address: raleigh, mortgage });
    const { sections, callerFigures } = body as unknown as Owner;
    const loan = sections.find(({ id }) => id === 'owner_mortgage_calendar');
    expect(loan?.facts.map(({ label, value, unit }) => [label, value, unit])).toEqual([
      ['Loan to value at origination', 90, 'percent'],
      ['Monthly principal and interest', 1824.07, 'USD'],
    ]);
    expect(callerFigures?.mortgage).toEqual({ ...mortgage, loanType: 'fixed_30' });
  });

  test('is sold without the licensed part where no provider is configured', async () => {
    const { charged, body } = await askPaid(unlicensed, owner, { address: raleigh });
    const { costModel, licensed, sections, caveats, callerFigures } = body as unknown as Owner;
    expect(charged).toBe(true);
    expect(licensed).toEqual([{ component: 'property_record', state: 'not_configured' }]);
    expect(costModel).toMatchObject({ downstreamProviderCostUsd: 0, maximumSignatures: 0, maximumSignatureCostUsd: 0 });
    expect(sections.some(({ id }) => id.startsWith('licensed_'))).toBe(false);
    expect(caveats.some((text) => /licensed part/.test(text))).toBe(false);
    expect(callerFigures).toBeUndefined();
    expect(asksOf(unlicensed)).toBe(0);
  });

  test('refuses figures that are none', () => {
    const { input } = service.service.registry.paidTool(owner) as PaidTool;
    for (const wrong of [{ annualTaxUsd: -1 }, { mortgage: { originalValueUsd: 1 } }, { annualRent: 1 }])
      expect(input.safeParse({ address: raleigh, ...wrong }).success).toBe(false);
  });
});

describe.each([
  [owner, /^Not charged: fewer than three subjects/],
  [rental, /^Not charged: fewer than four subjects/],
])('%s', (slug, message) => {
  test('is free where the place is not known, and buys nothing', async () => {
    const before = asksOf(service);
    expect((await askPaid(service, slug, { address: '99999 Nowhere Rd, Nowhere, ZZ 00000' })).charged).toBe(false);
    expect(asksOf(service)).toBe(before);
  });

  test('is free where the sources fail, and buys nothing', async () => {
    await whileFailing(
      (card) => card !== 'census-geocoder' && card !== 'rentcast',
      async (own) => {
        const { charged, body } = await askPaid(own, slug, { address: '140 Lameuse St, Biloxi, MS 39530' });
        expect(charged).toBe(false);
        expect(body).toMatchObject({ charged: false, message: expect.stringMatching(message) });
        expect(asksOf(own)).toBe(0);
      },
    );
  });
});
