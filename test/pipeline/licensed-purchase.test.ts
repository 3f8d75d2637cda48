import type { PaymentRequired } from '@x402/core/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { openService, type TestService } from '../harness.ts';
import { evmClient, paymentHeader, receiptOf, sign } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { samplePlaces } from '../upstreams/places.ts';

let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;

beforeAll(async () => {
  rail = await startRail();
  service = await openService({ settings: { ...rail.settings, SVC_PROVIDER_GOOGLE_SOLAR_DAILY_USD: '0.20' } });
  server = await startHttp(service.service, { port: 0 });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

const path = '/api/svc-solar-property-screen';
const args = { address: samplePlaces.raleigh.address, systemKw: 8 };
const post = (body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const errorsToo = 'application/problem+json';

// the purchase uses up the budget
describe('a route that buys of a licensed provider, over REST', { shuffle: false }, () => {
  test('is sold to its buyer alone: no link, no copy, page and paper out of the answer', async () => {
    const buyer = await rail.evm.buyer();
    const challenge = await post(args);
    expect([challenge.status, challenge.headers.get('x-svc-provider-budget-state')]).toEqual([402, 'available']);
    expect(challenge.headers.get('x-svc-provider-budget-reserved')).toBe('0.12');
    const headers = paymentHeader(await sign(evmClient(buyer.key), (await challenge.json()) as PaymentRequired));
    const paid = await post(args, headers);
    expect([paid.status, paid.headers.get('cache-control'), paid.headers.get('link')]).toEqual([
      200,
      'private, no-store',
      null,
    ]);
    expect(receiptOf(paid.headers).success).toBe(true);
    const body = (await paid.json()) as { kind: string; roof: { maxPanelsCount: number } };
    expect([body.kind, body.roof.maxPanelsCount]).toEqual(['solar_property_screen', 44]);

    const paper = await post(args, { ...headers, accept: `application/pdf, ${errorsToo}` });
    expect([paper.status, paper.headers.get('content-type'), paper.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ]);
    expect(
      Buffer.from(await paper.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const page = await post(args, { ...headers, accept: `text/html, ${errorsToo}` });
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const text = await page.text();
    expect(text).toContain('must not be published');
    expect(text).not.toContain('/reports/');
    expect(service.upstreams.requests.filter(({ host }) => host === 'solar.googleapis.com')).toHaveLength(1);
    expect(await rail.evm.balance(buyer.address)).toBe(100_000_000n - 490_000n);
  }, 60_000);

  test('asks for no payment where the budget of the day is used up', async () => {
    const exhausted = await post({ ...args, systemKw: 9 });
    expect([exhausted.status, exhausted.headers.get('x-svc-provider-budget-state')]).toEqual([503, 'exhausted']);
    expect(exhausted.headers.get('x-svc-provider-budget-reset-at')).toMatch(/T00:00:00\.000Z$/);
    expect(Number(exhausted.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await exhausted.json()).toMatchObject({ code: 'ext_provider_unavailable', charged: false });
  });
});
