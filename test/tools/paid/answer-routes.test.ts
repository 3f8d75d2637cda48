import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { stringsOf, tokensOf, uncitedLeaves, unsafeText, verdicts } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askRoute, askWhere } from './answers.ts';

const electricity = 'svc-electricity-context';
const wikipedia = 'svc-wikipedia-place-context';
const commons = 'svc-wikimedia-commons-area-context';
const slugs = [electricity, wikipedia, commons] as const;
const { raleigh } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const call = (slug: string, given: object) => askRoute(service, slug, given);

describe.each(slugs)('%s', (slug) => {
  const tool = () => service.service.registry.paidTool(slug) as PaidTool;

  test('is sold at its example: cited, plain and small; only over REST', async () => {
    const answer = await call(slug, tool().examples[0]?.arguments ?? {});
    expect([answer.charged, answer.state], answer.summary).toEqual([true, 'found']);
    expect(uncitedLeaves(answer)).toEqual([]);
    expect(verdicts(answer)).toEqual([]);
    for (const string of stringsOf(answer)) expect(string).not.toMatch(unsafeText);
    expect(tokensOf(answer)).toBeLessThan(2000);
    expect(tool().paid).toMatchObject({ restOnly: true, priceUsdc: '0.01' });
  });

  test('is free where its sources fail, and says whose answer is missing', async () => {
    for (const fault of ['http500', 'wrongShape', 'html200', 'error200'] as const) {
      const answer = await askWhere(slug, tool().examples[0]?.arguments ?? {}, ({ upstreams }) =>
        upstreams.setFault(({ cardId }) => cardId !== 'census-geocoder', fault),
      );
      expect([answer.charged, answer.state], fault).toEqual([false, 'unavailable']);
      expect(answer.kind).toMatch(/_diagnostic$/);
      expect(answer.message).toMatch(/^Not charged: /);
      expect(answer.facts).toBeUndefined();
      expect(answer.searched.some(({ state }) => state === 'unavailable')).toBe(true);
    }
  });

  test('is free where the place is not known', async () => {
    const answer = await call(slug, { address: 'nowhere in particular' });
    expect([answer.charged, answer.state]).toEqual([false, 'unresolved']);
  });

  test('is the same where every row of a source names people', async () => {
    const given = { address: raleigh.address };
    const named = await askWhere(slug, given, ({ upstreams }) => upstreams.setFault('*', 'people'), true);
    expect(named.facts).toEqual((await call(slug, given)).facts);
  });

  test('keeps hostile text of a source in data fields, without its disguise', async () => {
    const answer = await askWhere(slug, { address: raleigh.address }, ({ upstreams }) =>
      upstreams.setFault(({ cardId }) => cardId !== 'census-geocoder', 'hostileText'),
    );
    for (const string of stringsOf(answer)) expect(string).not.toMatch(unsafeText);
    expect(JSON.stringify([answer.summary, answer.limits, answer.verifyNext])).not.toMatch(/ignore all previous/i);
  });
});

test.each([
  [electricity, { radiusMeters: 100 }],
  [wikipedia, { address: raleigh.address, radiusMeters: 9 }],
  [wikipedia, { address: raleigh.address, radiusMeters: 10_001 }],
  [commons, { latitude: 35.7 }],
])('%s refuses %j', (slug, given) => {
  expect((service.service.registry.paidTool(slug) as PaidTool).input.safeParse(given).success).toBe(false);
});
