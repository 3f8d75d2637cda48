import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { openService, type TestService } from '../../harness.ts';
import type { Fault } from '../../upstreams/faults.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askRoute } from './answers.ts';

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

const toolOf = (slug: string) => service.service.registry.paidTool(slug) as PaidTool;

/** Asks every route in one service whose sources answer with a fault. */
async function askAll(fault: Fault, from: (cardId: string | undefined) => boolean, mirrors: boolean) {
  const own = await openService({ mirrors, sourceTimeoutMs: 1000 });
  try {
    own.upstreams.setFault(({ cardId }) => from(cardId), fault);
    return await Promise.all(slugs.map((slug) => askRoute(own, slug, { address: raleigh.address })));
  } finally {
    await own.close();
  }
}

test.each(['http500', 'wrongShape', 'html200', 'error200'] as const)(
  'every route is free where its sources answer with %s, and says whose answer is missing',
  async (fault) => {
    for (const answer of await askAll(fault, (cardId) => cardId !== 'census-geocoder', false)) {
      expect([answer.charged, answer.state, answer.facts]).toEqual([false, 'unavailable', undefined]);
      expect(answer.kind).toMatch(/_diagnostic$/);
      expect(answer.message).toMatch(/^Not charged: /);
      expect(answer.searched.some(({ state }) => state === 'unavailable')).toBe(true);
    }
  },
);

test('every route is the same where each row of a source names people', async () => {
  const named = await askAll('people', () => true, true);
  const plain = await Promise.all(slugs.map((slug) => askRoute(service, slug, { address: raleigh.address })));
  expect(named.map(({ facts }) => facts)).toEqual(plain.map(({ facts }) => facts));
});

test.each([
  [electricity, { radiusMeters: 100 }],
  [wikipedia, { address: raleigh.address, radiusMeters: 9 }],
  [wikipedia, { address: raleigh.address, radiusMeters: 10_001 }],
  [commons, { latitude: 35.7 }],
])('%s refuses %j', (slug, given) => {
  expect(toolOf(slug).input.safeParse(given).success).toBe(false);
});
