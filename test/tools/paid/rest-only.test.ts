import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { wrapFetchWithPayment } from '@x402/fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../../src/cli/http-server.ts';
import { openService, type TestService } from '../../harness.ts';
import { evmClient, receiptOf } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const slug = 'svc-pfas-occurrence';
const price = 10_000n;
let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;

beforeAll(async () => {
  rail = await startRail();
  service = await openService({ settings: { ...rail.settings } });
  server = await startHttp(service.service, { port: 0 });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const at = (address: string) => [`${server.url}/api/${slug}`, post({ address })] as const;

test('is bought over REST by a published client, and a place without results costs nothing', async () => {
  const buyer = await rail.evm.buyer();
  const before = await rail.evm.balance(rail.evm.payTo);
  const pay = wrapFetchWithPayment(fetch, evmClient(buyer.key));
  const sold = await pay(...at(samplePlaces.raleigh.address));
  expect(sold.status).toBe(200);
  expect(receiptOf(sold.headers).success).toBe(true);
  expect(await sold.json()).toMatchObject({ kind: 'pfas_occurrence', charged: true, state: 'found' });
  expect((await rail.evm.balance(rail.evm.payTo)) - before).toBe(price);

  const free = await pay(...at(samplePlaces.biloxi.address));
  expect([free.status, free.headers.get('payment-response')]).toEqual([200, null]);
  expect(await free.json()).toMatchObject({ kind: 'pfas_occurrence_diagnostic', charged: false });
  expect((await rail.evm.balance(rail.evm.payTo)) - before).toBe(price);
});

test('cannot be called over MCP or A2A, which name the REST address', async () => {
  const client = new Client({ name: 'buyer', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as never);
  const args = { address: samplePlaces.raleigh.address };
  const queried = await client.callTool({ name: 'svc_execute', arguments: { name: slug, arguments: args } });
  await client.close();
  expect(JSON.stringify(queried)).toContain('not_callable_here');
  expect(JSON.stringify(queried)).toContain(`/api/${slug}`);

  const sent = await fetch(`${server.url}/a2a/v1/message:send`, {
    ...post({ message: { role: 'ROLE_USER', parts: [{ data: { svcTool: slug, arguments: args } }] } }),
  });
  expect(await sent.text()).toContain('not_callable_here');
});

test('a wrong field is named, with what it may be', async () => {
  const refused = await fetch(
    `${server.url}/api/svc-nei-emissions-nearby`,
    post({ address: samplePlaces.raleigh.address, year: 2022 }),
  );
  expect(refused.status).toBe(400);
  const text = await refused.text();
  for (const part of ['year', '2023', '2020', '2017']) expect(text).toContain(part);
});
