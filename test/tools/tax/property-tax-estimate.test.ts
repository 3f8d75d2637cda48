import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { askWith, biloxi, raleigh } from '../ask.ts';

const tool = 'svc_property_tax_estimate';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('multiplies the assessed value with the rate of each body at the point, to the cent', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.facts).toEqual({
      assessedValue: {
        value: 12_800_000,
        unit: 'USD',
        citation: 'c1',
        note: "The assessor's figure, not a market price",
      },
      municipality: { value: 'Raleigh city', citation: 'c2' },
      lines: [
        {
          body: 'Wake County',
          ratePer100Usd: 0.5171,
          taxUsd: 66_188.8,
          inForce: false,
          taxYear: '2025/26',
          citation: 'c3',
        },
        {
          body: 'City of Raleigh',
          ratePer100Usd: 0.355,
          taxUsd: 45_440,
          taxYear: '2025/26',
          inForce: false,
          note: 'Rate of the proposed budget; news reports say that it was adopted without a change of the rate',
          citation: 'c4',
        },
      ],
      totalOfTheseBodies: { value: 111_628.8, unit: 'USD per year', citation: 'c3', note: 'Sum of the lines' },
    });
    expect(answer.summary).toMatch(/2025\/26 rates.*later ones were not seen.*before exemptions, districts and fees/);
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it('computes for the county and city of its rates only', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('not_covered');
    expect(answer.facts).toBeUndefined();
    expect(answer.summary).toContain('Wake County, NC; City of Raleigh, NC only');
  });

  // a market value of each of these would give ten, nine, three, two and a half and one and a half times the tax
  test.each([
    [
      'Alabama',
      33.5207,
      -86.8025,
      '10 percent of fair and reasonable market value (Class III: agricultural',
      'Ala. Code 40-8-1',
    ],
    [
      'Kansas',
      37.6872,
      -97.3301,
      '11.5 percent of fair market value (real property used for residential',
      'K.S.A. 79-1439(b)(1)',
    ],
    ['Ohio', 39.9612, -82.9988, '35 percent of true value in money', 'Ohio Adm. Code 5703-25-05(B)'],
    ['Georgia', 33.749, -84.388, '40 percent of fair market value', 'O.C.G.A. 48-5-7(a)'],
    ['Connecticut', 41.7658, -72.6734, '70 percent of present true and actual value', 'C.G.S. 12-62a(b)'],
  ])('multiplies no market value with a rate in %s and says what an assessed value is', async (_, ...given) => {
    const [latitude, longitude, rule, statute] = given;
    const answer = await service.call(tool, { latitude, longitude });
    expect(answer.state).toBe('not_covered');
    expect(answer.facts).toBeUndefined();
    const said = answer.limits.find((limit) => limit.includes(' by state law: '));
    expect(said).toContain(rule);
    expect(said).toContain(`; ${statute}, read in a copy.`);
    expect(answer.verifyNext).toHaveLength(2);
    expect(answer.verifyNext[1]).toMatchObject({ action: 'Read at which level values are assessed', with: statute });
  });

  it('names the assessor where the county has percentages of its own that were not read', async () => {
    const answer = await service.call(tool, { latitude: 41.8837, longitude: -87.6325 });
    expect(answer.limits.join(' ')).not.toContain('33 1/3');
    expect(answer.verifyNext[1]).toMatchObject({ with: 'Cook County Assessor' });
  });

  it('computes nothing where the value or the boundaries cannot be read', async () => {
    const parcel = await askWith(
      { 'raleigh-parcel': 'http500', 'wake-parcel': 'http500', 'nc-onemap-parcels': 'http500' },
      tool,
      {
        latitude: 35.7783,
        longitude: -78.6431,
      },
    );
    expect(parcel.state).toBe('unavailable');
    expect(parcel.facts).toBeUndefined();
    const boundaries = await askWith({ 'census-geocoder': 'http500' }, tool, {
      latitude: 35.7783,
      longitude: -78.6431,
    });
    expect(boundaries.state).toBe('unavailable');
    expect(boundaries.facts).toBeUndefined();
  });

  it('adds no body that does not levy at the point', async () => {
    // a parcel of another county of the state: its boundaries name no body of the table
    const answer = await service.call(tool, { latitude: 36.0726, longitude: -79.792 });
    expect(['not_covered', 'unresolved']).toContain(answer.state);
    expect(answer.facts).toBeUndefined();
  });

  test.each([[{}], [{ latitude: 35.7 }], [{ address: raleigh, value: 1 }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
