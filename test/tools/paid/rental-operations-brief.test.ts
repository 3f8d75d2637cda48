import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { rentalSchema } from '../../../src/products/rental-operations-brief/schema.ts';
import { openService, type TestService } from '../../harness.ts';
import { askPaid } from './sold.ts';

const raleigh = '222 W Hargett St, Raleigh, NC 27601';
const newYork = '100 Gold St, New York, NY 10038';
const rental = 'svc-rental-operations-brief';
type Rental = ReturnType<typeof rentalSchema.parse>;

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

describe('svc-rental-operations-brief', () => {
  test('tells register, cases of the parcel, rules and statutes of a rental, and buys three answers', async () => {
    const before = asksOf(service);
    const terms = { bedrooms: 2, monthlyRentUsd: 4200, rentalType: 'long_term' };
    const { charged, body } = await askPaid(service, rental, { address: newYork, ...terms });
    const { callerTerms, costModel, licensed, sections } = body as unknown as Rental;
    expect(charged).toBe(true);
    expect(callerTerms).toMatchObject(terms);
    expect(costModel.maximumSignatures).toBe(3);
    expect(licensed.map(({ component, state }) => [component, state])).toEqual([
      ['rent_reference', 'bought'],
      ['sale_listing', 'no_record'],
      ['property_record', 'bought'],
    ]);
    expect(asksOf(service) - before).toBe(3);
    const ids = sections.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['landlord_statutes', 'on_parcel_nyc_dob_violations', 'rental_registration_check']),
    );
    expect(ids).toEqual(expect.arrayContaining(['permit_rules', 'housing_stock', 'utility_credits']));
    const statutes = sections.find(({ id }) => id === 'landlord_statutes')?.tables?.[0];
    expect(statutes?.rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
      ['Highest security deposit', 'one month rent'],
    ]);
    expect(statutes?.rows[0]?.citation).toMatchObject({
      sourceUrl: 'https://www.nysenate.gov/legislation/laws/GOB/7-108',
      fetchedAt: '2026-11-21',
    });
    expect(JSON.stringify(body)).not.toMatch(/planted/i);
  });

  test('shows the published rents for the bedroom count that was given, and none without one', async () => {
    const { body } = await askPaid(service, rental, { address: raleigh, bedrooms: 2 });
    const { publishedRents, sections, summary } = body as unknown as Rental;
    expect(publishedRents).toMatchObject({
      bedroomCount: 2,
      range: { lowUsd: 1613, highUsd: 1780, cellCount: 4 },
      comparables: [{ level: 'tract' }, { level: 'zip' }, { level: 'zip' }, { level: 'county' }],
    });
    expect(summary).toMatch(/^Published rents for 2 bedrooms around the address range from \$1,613 to \$1,780 a month/);
    expect(sections.find(({ id }) => id === 'survey')?.tables?.map(({ label }) => label)).toEqual([
      'Contract rent a month, all sizes together',
    ]);
    expect(sections.filter(({ title }) => /fair market/i.test(title))).toEqual([]);
    const without = (await askPaid(service, rental, { address: raleigh })).body as unknown as Rental;
    expect(without.publishedRents).toBeUndefined();
    const asksForSize = expect.stringContaining('The number of bedrooms was not given');
    expect(without.caveats).toContainEqual(asksForSize);
    expect((body as unknown as Rental).caveats).not.toContainEqual(asksForSize);
    expect(without.sections.some(({ id }) => id === 'survey')).toBe(false);
  });

  test('says of a state without a row that no statute was read', async () => {
    const { body } = await askPaid(service, rental, { address: '100 E Santa Fe St, Olathe, KS 66061' });
    const coverage = (body as unknown as Rental).coverage.find(({ id }) => id === 'landlord_statutes');
    expect(coverage).toMatchObject({ status: 'not_wired', reason: 'the table has no row for the place' });
  });

  test('is sold without the licensed parts where no provider is configured', async () => {
    const { charged, body } = await askPaid(unlicensed, rental, { address: newYork });
    const { costModel, licensed, sections } = body as unknown as Rental;
    expect(charged).toBe(true);
    expect(licensed.map(({ state }) => state)).toEqual(['not_configured', 'not_configured', 'not_configured']);
    expect(costModel.maximumSignatures).toBe(0);
    expect(sections.some(({ id }) => id.startsWith('licensed_'))).toBe(false);
  });
});
