import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyUse } from '../../../src/rules/property-use.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askBrief, partsOf, shapeOf } from './brief-parts.ts';
import { askPaid } from './sold.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const ask = (slug: string, given: object, at: TestService = service) => askBrief(at, slug, given);

describe('svc-property-tax', () => {
  test('is free for commercial property, by code and by words', async () => {
    for (const place of ['chicago', 'newYork'] as const) {
      const { charged, message } = await ask('svc-property-tax', { address: samplePlaces[place].address });
      expect([charged, message], place).toEqual([false, expect.stringMatching(/commercial or industrial use/)]);
    }
  });

  test('brings the class of an exempt parcel together with the arithmetic on its value', async () => {
    const { charged, body } = await ask('svc-property-tax', { address: samplePlaces.raleigh.address });
    expect(charged).toBe(true);
    const { items } = body as { readonly items?: readonly { readonly id: string; readonly finding: string }[] };
    expect(items?.map(({ id }) => id)).toEqual(['parcel.exempt']);
    expect(items?.[0]?.finding).toContain('arithmetic on its recorded value may not concern it');
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

test('asks its own parts, and each section has its own fields', async () => {
  const example = service.service.registry.paidTool('svc-property-tax')?.examples[0]?.arguments ?? {};
  const { body } = await askPaid(service, 'svc-property-tax', example);
  expect(partsOf(body)).toEqual([
    'svc_parcel_lookup Assessment record: covered',
    'svc_property_tax_estimate Arithmetic at published rates: covered',
    'svc_property_tax_rates Published rates: covered',
    'svc_taxing_districts Taxing districts: covered',
    'svc_tax_calendar Due dates: covered',
    'svc_tax_payment_status Payment record: not_wired',
    'svc_tax_distress Tax lien and delinquency lists: not_wired',
    'svc_owner_programs Relief and exemption programs: covered',
    'svc_special_valuation_screen Special valuation: covered',
    'svc_appeal_window Appeal window: covered',
  ]);
  expect(shapeOf(body)).toEqual({
    parcel_lookup: [
      'Parcel identifier',
      'Account identifier',
      'Matched by',
      'Site address',
      'Property class',
      'Land use',
      'Lot area',
      'Deed area',
      'Living area',
      'Year built',
      'Units',
      'Buildings',
      'Land value',
      'Building value',
      'Total value',
      'Last sale date',
      'Deed date',
      'Planning jurisdiction',
      'Centroid: latitude',
      'Centroid: longitude',
      'Centroid precision',
    ],
    property_tax_estimate: [
      'Assessed value',
      'Municipality',
      'Total of these bodies',
      '| Body',
      '| Rate',
      '| Tax year',
      '| In force',
      '| Further',
    ],
    property_tax_rates: ['| Body', '| Applies to', '| Rate', '| Base', '| Further'],
    taxing_districts: ['| Kind', '| Name', '| GEOID', '| Body', '| GEOID', '| Applies to', '| Rate', '| Further'],
    tax_calendar: ['| Event', '| Title', '| Date', '| Weekday', '| Further'],
    owner_programs: ['| Program', '| Classes', '| Amount', '| Eligibility', '| Further'],
    special_valuation_screen: ['| Kind', '| Title', '| Rule', '| Statute', '| Verification'],
    appeal_window: ['Filed with', 'Verification', 'Statute', '| Applies', '| Rule', '| How'],
  });
});
