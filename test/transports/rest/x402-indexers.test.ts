import type { PaymentRequired } from '@x402/core/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { x402Resources } from '../../../src/catalog/views/paid-index.ts';
import { startHttp } from '../../../src/cli/http-server.ts';
import { isAboveClientCap } from '../../../src/kernel/money.ts';
import { maxDescription } from '../../../src/payments/terms.ts';
import { publish } from '../../catalog/views/publication.ts';
import { openService, type TestService } from '../../harness.ts';
import { evmClient } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';

/** The document as x402scan documents it and a router publishes it: version 1, plain addresses, words. */
const IndexSchema = z.strictObject({ version: z.literal(1), resources: z.array(z.url()), instructions: z.string() });

let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  rail = await startRail();
  service = await openService({ settings: rail.settings, mirrors: false });
  server = await startHttp(service.service, { port: 0 });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

const termsOf = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  return { status: response.status, terms: (await response.json()) as PaymentRequired };
};

describe('/.well-known/x402', () => {
  test('names every paid route once, and each answers an indexer with its terms', async () => {
    const response = await fetch(`${server.url}/.well-known/x402`);
    expect(response.headers.get('content-type')).toBe('application/json');
    const { resources } = IndexSchema.parse(await response.json());
    const { paid } = service.service.registry;
    expect(resources.toSorted()).toEqual(paid.map(({ slug }) => `${server.url}/api/${slug}`).toSorted());
    const bare = new Set<string>();
    for (const url of resources) {
      for (const init of [undefined, { method: 'POST' }]) {
        const { status, terms } = await termsOf(url, init);
        expect([url, status]).toEqual([url, 402]);
        expect(terms.accepts.length, url).toBeGreaterThan(0);
        expect(terms.resource.url).toBe(url);
        const isDescribed = JSON.stringify(terms.extensions).includes('"bodyType":"json"');
        if (!isDescribed) bare.add(url);
      }
    }
    // its example alone is larger than a header may be
    expect([...bare]).toEqual([`${server.url}/api/svc-property-flyer`]);
  }, 60_000);

  test('names none where nothing is sold', () => {
    expect(x402Resources(publish({ selling: false })).resources).toEqual([]);
  });

  test('the OpenAPI document has the fields by which indexers know a paid operation', async () => {
    const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, { post?: Record<string, unknown> }>;
    };
    for (const { slug, paid } of service.service.registry.paid) {
      const { post } = paths[`/api/${slug}`] ?? {};
      expect(post, slug).toMatchObject({
        'x-payment-info': { pricingMode: 'fixed', price: paid?.priceUsdc, protocols: ['x402'] },
        responses: { '402': expect.anything() },
      });
    }
  });
});

describe('a price above the cap of published clients', () => {
  test('is said in the terms, is refused by the client as it comes, and paid with the cap raised as the words say', async () => {
    const { paid } = service.service.registry;
    const dear = paid.filter((tool) => isAboveClientCap(tool.paid?.priceUsdc ?? '0'));
    expect(dear.map(({ slug }) => slug).toSorted()).toEqual([
      'svc-solar-property-comparison',
      'svc-three-property-buyer-comparison',
    ]);
    const { key } = await rail.evm.buyer();
    for (const tool of paid) {
      const { terms } = await termsOf(`${server.url}/api/${tool.slug}`);
      const { description = '' } = terms.resource;
      expect(description.endsWith('raise maxAmountPerPayment to pay.'), tool.slug).toBe(dear.includes(tool));
      expect(description.length).toBeLessThanOrEqual(maxDescription);
      if (!dear.includes(tool)) continue;
      await expect(evmClient(key).createPaymentPayload(terms)).rejects.toThrow('Raise maxAmountPerPayment');
      const raised = evmClient(key).setSpendControls({ maxAmountPerPayment: '$3' });
      const payment = await raised.createPaymentPayload(terms);
      expect(payment.accepted.amount).toBe(terms.accepts[0]?.amount);
    }
  });
});
