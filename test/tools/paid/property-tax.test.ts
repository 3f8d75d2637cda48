import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyUse } from '../../../src/rules/property-use.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askBrief } from './brief-parts.ts';

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
    const { standsOut } = body as { readonly standsOut?: readonly { readonly id: string; readonly finding: string }[] };
    const exempt = standsOut?.find(({ id }) => id === 'parcel.exempt');
    expect(exempt?.finding).toContain('arithmetic on its recorded value may not concern it');
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
