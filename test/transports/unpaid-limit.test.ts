import type { PaymentRequired } from '@x402/core/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { openService, type TestService } from '../harness.ts';
import { evmClient, paymentHeader, sign } from '../rail/buyer.ts';
import { startFacilitator, type TestFacilitator } from '../rail/facilitator.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { samplePlaces } from '../upstreams/places.ts';

const slug = 'svc-local-trend-brief';
/** It does not resolve: a call that costs next to nothing counts as well. */
const args = { address: 'nowhere in particular' };
let facilitator: TestFacilitator;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  facilitator = await startFacilitator([]);
  const settings = {
    SVC_FACILITATOR_URL: facilitator.url,
    SVC_EVM_PAY_TO: `0x${'1'.repeat(40)}`,
    SVC_UNPAID_LIMIT_PER_MINUTE: '4',
  };
  service = await openService({ settings, mirrors: false });
  server = await startHttp(service.service, { port: 0 });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await facilitator.close();
});

/** A proxy on this machine passes the call on for another one. */
const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
const postBare = (path: string, body: object, headers: Record<string, string>) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  postBare(path, body, { ...elsewhere, ...headers });
const mcp = async (name: string) => {
  const params = { name: 'svc_execute', arguments: { name, arguments: args } };
  return (await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).text();
};
const a2a = async () => {
  const message = { role: 'ROLE_USER', parts: [{ data: { svcTool: slug, arguments: args } }] };
  return (await post('/a2a/v1/message:send', { message })).text();
};

test('unpaid calls of products share one budget over all transports; nothing else counts in it', async () => {
  expect((await post(`/api/${slug}`, args)).status).toBe(200);
  expect(await mcp(slug)).toContain('"charged":false');
  expect(await a2a()).toContain('"charged":false');
  // a payment that cannot be read is none
  const refused = await post(`/api/${slug}`, args, { 'payment-signature': 'garbage' });
  expect(refused.status).toBe(200);

  const limited = await post(`/api/${slug}`, args);
  expect(limited.status).toBe(429);
  const seconds = Number(limited.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await limited.json()).toMatchObject({ code: 'rate_limited', charged: false });
  expect(await mcp(slug)).toContain('rate_limited');
  expect(await a2a()).toContain('rate_limited');

  for (let n = 0; n < 5; n++) {
    expect((await post('/api/svc-flood-zone', args)).status, 'a promoted tool').toBe(200);
    expect((await post('/tools/call', { name: 'svc_flood_zone', arguments: args })).status, 'a free tool').toBe(200);
    expect(await mcp('svc_flood_zone'), 'a free tool over MCP').toContain('unresolved');
    expect((await fetch(`${server.url}/api/${slug}`)).status, 'the terms').not.toBe(429);
  }
});

test('each caller has a budget of its own', async () => {
  const from = (ip: string) => post(`/api/${slug}`, args, { 'x-forwarded-for': ip });
  for (let n = 0; n < 4; n++) expect((await from('203.0.113.7')).status).toBe(200);
  expect((await from('203.0.113.7')).status).toBe(429);
  expect((await from('203.0.113.8')).status).toBe(200);
});

test('programs of this machine are not counted, unless a proxy passed their call on', async () => {
  for (let n = 0; n < 6; n++) {
    const own = await postBare(`/api/${slug}`, args, {});
    expect([own.status, own.headers.get('ratelimit')]).toEqual([200, null]);
  }
  const statuses = async (headers: Record<string, string>) => {
    const found = [];
    for (let n = 0; n < 5; n++) found.push((await postBare(`/api/${slug}`, args, headers)).status);
    return found;
  };
  const limited = [200, 200, 200, 200, 429];
  expect(await statuses({ forwarded: 'for=203.0.113.40' })).toEqual(limited);
  // counted with the one before: what no X-Forwarded-For names has the address of the proxy
  expect(await statuses({ via: '1.1 proxy' })).toEqual([429, 429, 429, 429, 429]);
  expect(await statuses({ 'x-forwarded-for': '127.0.0.1' })).toContain(429);
});

describe('buyers', () => {
  let rail: Rail;
  let shop: Awaited<ReturnType<typeof startHttp>>;
  let own: TestService;
  beforeAll(async () => {
    rail = await startRail();
    const limits = { SVC_UNPAID_LIMIT_PER_MINUTE: '2', SVC_RATE_LIMIT_PER_MINUTE: '5' };
    own = await openService({ settings: { ...rail.settings, ...limits } });
    shop = await startHttp(own.service, { port: 0 });
  }, 60_000);
  afterAll(async () => {
    await shop.stop();
    await own.close().catch(() => undefined);
    await rail.close();
  });

  const product = 'svc-place-report';
  const about = (radiusMeters: number) => ({ address: samplePlaces.raleigh.address, radiusMeters });
  const call = (body: object, headers: Record<string, string>) =>
    fetch(`${shop.url}/api/${product}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  async function buy(radiusMeters: number, key: `0x${string}`, headers: Record<string, string>) {
    const terms = await call(about(radiusMeters), headers);
    if (terms.status !== 402) return terms;
    const payment = await sign(evmClient(key), (await terms.json()) as PaymentRequired);
    return call(about(radiusMeters), { ...headers, ...paymentHeader(payment) });
  }
  const claimOf = (bought: Response): string =>
    JSON.parse(Buffer.from(bought.headers.get('payment-response') ?? '', 'base64').toString('utf8')).extensions[
      'purchase-claim'
    ].info.claim;

  test('a call that led to a verified payment is not counted, nor is the call that paid: a buyer buys on', async () => {
    const { key } = await rail.evm.buyer();
    for (const radiusMeters of [300, 400, 500, 600]) {
      const bought = await buy(radiusMeters, key, from('203.0.113.11'));
      expect([radiusMeters, bought.status, bought.headers.has('payment-response')]).toEqual([radiusMeters, 200, true]);
    }
    // of eight calls the four that paid were taken back
    const left = (await call(about(300), from('203.0.113.11'))).headers.get('ratelimit');
    expect(left).toMatch(/; r=0;/);
  }, 120_000);

  test('a payment that the facilitator refuses gives nothing back', async () => {
    const poor = `0x${'7'.repeat(64)}` as const;
    const ip = from('203.0.113.12');
    expect((await buy(300, poor, ip)).status).toBe(402);
    expect((await call(about(300), ip)).status).toBe(402);
    const refused = await call(about(300), ip);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', charged: false });
  }, 60_000);

  test('a caller that shows a claim counts by its wallet, which has one call more for each of its purchases', async () => {
    const { key } = await rail.evm.buyer();
    const bought = [];
    for (const [n, radiusMeters] of [300, 400, 500].entries())
      bought.push(await buy(radiusMeters, key, from(`203.0.113.${20 + n}`)));
    expect(bought.map(({ status }) => status)).toEqual([200, 200, 200]);
    const claims = bought.map(claimOf);
    const shown = (n: number, ip: string) => call(about(700), { ...from(ip), authorization: `Bearer ${claims[n]}` });
    const statuses = [];
    // whatever the address, and whichever of its claims
    for (const n of [0, 1, 2, 0, 1, 2]) statuses.push((await shown(n, `198.51.100.${statuses.length}`)).status);
    expect(statuses).toEqual([402, 402, 402, 402, 402, 429]);
    // a claim of no purchase is no wallet
    const stranger = { ...from('198.51.100.99'), authorization: `Bearer ${'A'.repeat(22)}` };
    const made = [];
    for (let n = 0; n < 3; n++) made.push((await call(about(700), stranger)).status);
    expect(made).toEqual([402, 402, 429]);
  }, 120_000);
});
