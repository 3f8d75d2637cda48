import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringsOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askBrief } from './brief-parts.ts';
import { notAPlace, whileFailing } from './sold.ts';

const verdict =
  /\b(safe|unsafe|risky|best|worst|scores?|grades?|recommend\w*|overvalued|undervalued|overassessed|too high|too low|should appeal|you qualify)\b/i;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const ask = (slug: string, given: object, at: TestService = service) => askBrief(at, slug, given);
const parcelSources = (cardId: string) => /parcel|pluto/.test(cardId);

describe.each([
  ['svc-property-tax', {}, ['parcel_lookup', 'property_tax_rates', 'tax_calendar', 'owner_programs']],
  [
    'svc-valuation-challenge',
    { source: 'assessment_notice' },
    ['parcel_lookup', 'appeal_window', 'comparable_sales', 'comparable_parcels'],
  ],
])('%s', (slug, more, sections) => {
  const at = (place: keyof typeof samplePlaces) => ({ ...more, address: samplePlaces[place].address });

  test('is sold at its example with cited sections', async () => {
    const { charged, sold } = await ask(slug, service.service.registry.paidTool(slug)?.examples[0]?.arguments ?? {});
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
    const { charged, message } = await ask(slug, at('olathe'));
    expect([charged, message]).toEqual([false, expect.stringMatching(/record/)]);
    const unknown = await ask(slug, { ...more, address: 'nowhere in particular' });
    expect([unknown.charged, unknown.body]).toEqual([false, notAPlace]);
  });
});
