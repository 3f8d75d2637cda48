import { wrapFetchWithPayment } from '@x402/fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { openService, type TestService } from '../harness.ts';
import { evmClient } from '../rail/buyer.ts';
import { startFacilitator, type TestFacilitator } from '../rail/facilitator.ts';
import { startRail } from '../rail/rail.ts';
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

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });
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

test('a call that led to a purchase is not counted: a buyer buys on', async () => {
  const rail = await startRail();
  const own = await openService({ settings: { ...rail.settings, SVC_UNPAID_LIMIT_PER_MINUTE: '2' } });
  const shop = await startHttp(own.service, { port: 0 });
  try {
    const { key } = await rail.evm.buyer();
    const pay = wrapFetchWithPayment(fetch, evmClient(key));
    for (const radiusMeters of [300, 400, 500, 600]) {
      const bought = await pay(`${shop.url}/api/svc-place-report`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ address: samplePlaces.raleigh.address, radiusMeters }),
      });
      expect([radiusMeters, bought.status, bought.headers.has('payment-response')]).toEqual([radiusMeters, 200, true]);
    }
  } finally {
    await shop.stop();
    await own.close().catch(() => undefined);
    await rail.close();
  }
}, 120_000);
