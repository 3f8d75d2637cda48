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

describe.each(['svc-local-trend-brief', 'svc-before-you-sign'])('%s', (slug) => {
  const at = (place: keyof typeof samplePlaces) => ({ address: samplePlaces[place].address });

  test('is sold at its example, without forecast and without a block or case number', async () => {
    const { charged, sold } = await ask(slug, service.service.registry.paidTool(slug)?.examples[0]?.arguments ?? {});
    expect(charged, sold.message).toBe(true);
    expect(sold.sections.map(({ id }) => id)).toContain('trend_raleigh_nibrs');
    expect(JSON.stringify(sold)).not.toMatch(/P2500|W HARGETT ST BLOCK|\b(?:rising|falling|improving|declining)\b/);
  });

  test('is free where the one register with enough records fails', async () => {
    const { charged } = await whileFailing(
      (cardId) => cardId === 'raleigh-nibrs',
      (own) => ask(slug, at('raleigh'), own),
    );
    expect(charged).toBe(false);
  });

  test('is free with too few records, and where no register is configured', async () => {
    const few = await ask(slug, at('chicago'));
    expect([few.charged, few.message]).toEqual([
      false,
      expect.stringMatching(/at least 2 complete quarters|trend \(weak\)/),
    ]);
    expect((await ask(slug, at('biloxi'))).charged).toBe(false);
  });
});
