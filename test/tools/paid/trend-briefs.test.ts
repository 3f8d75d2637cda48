import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringsOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askBrief } from './brief-parts.ts';
import { notAPlace, whileFailing } from './sold.ts';

const verdict =
  /\b(safe|unsafe|risky|best|worst|scores?|grades?|recommend\w*|crime rate|rising|falling|improving|declining|should sign|will (?:rise|fall))\b/i;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const ask = (slug: string, given: object, at: TestService = service) => askBrief(at, slug, given);

describe.each(['svc-local-trend-brief', 'svc-before-you-sign'])('%s', (slug) => {
  const at = (place: keyof typeof samplePlaces) => ({ address: samplePlaces[place].address });

  test('is sold at its example, without forecast, people or verdict', async () => {
    const { charged, sold } = await ask(slug, service.service.registry.paidTool(slug)?.examples[0]?.arguments ?? {});
    expect(charged, sold.message).toBe(true);
    expect(sold.sections.map(({ id }) => id)).toContain('trend_raleigh_nibrs');
    for (const text of stringsOf(sold)) if (!/^https?:/.test(text)) expect(text).not.toMatch(verdict);
    expect(JSON.stringify(sold)).not.toMatch(/planted|555-0199|P2500|W HARGETT ST BLOCK/);
  });

  test('is free where the sources fail', async () => {
    const { charged, message, sold } = await whileFailing(
      (cardId) => cardId !== 'census-geocoder',
      (own) => ask(slug, at('raleigh'), own),
    );
    expect([charged, message]).toEqual([false, expect.stringMatching(/^Not charged: /)]);
    expect(sold.coverage.some(({ status, reason }) => status === 'unavailable' && reason)).toBe(true);
  });

  test('is free where the one register with enough records fails', async () => {
    const { charged } = await whileFailing(
      (cardId) => cardId === 'raleigh-nibrs',
      (own) => ask(slug, at('raleigh'), own),
    );
    expect(charged).toBe(false);
  });

  test('is free with too few records, where nothing is wired and where the place is not known', async () => {
    const few = await ask(slug, at('chicago'));
    expect([few.charged, few.message]).toEqual([
      false,
      expect.stringMatching(/at least 2 complete quarters|trend \(weak\)/),
    ]);
    expect((await ask(slug, at('biloxi'))).charged).toBe(false);
    const unknown = await ask(slug, { address: 'nowhere in particular' });
    expect([unknown.charged, unknown.body]).toEqual([false, notAPlace]);
  });
});
