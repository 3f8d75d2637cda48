import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askBrief } from './brief-parts.ts';
import { whileFailing } from './sold.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const ask = (slug: string, given: object, at: TestService = service) => askBrief(at, slug, given);
const parcelSources = (cardId: string) => /parcel|pluto/.test(cardId);

describe.each([
  ['svc-property-tax', {}],
  ['svc-valuation-challenge', { source: 'assessment_notice' }],
])('%s', (slug, more) => {
  const at = (place: keyof typeof samplePlaces) => ({ ...more, address: samplePlaces[place].address });

  test('is free where the parcel source alone fails', async () => {
    const parcel = await whileFailing(parcelSources, (own) => ask(slug, at('raleigh'), own));
    expect(parcel.charged).toBe(false);
  });

  test('is free where no local source is configured', async () => {
    const { charged, message } = await ask(slug, at('olathe'));
    expect([charged, message]).toEqual([false, expect.stringMatching(/record/)]);
  });
});
