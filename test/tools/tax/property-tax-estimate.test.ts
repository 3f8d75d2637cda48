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
