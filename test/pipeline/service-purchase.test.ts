import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { PaymentRequired } from '@x402/core/types';
import { wrapFetchWithPayment } from '@x402/fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { hashJson } from '../../src/kernel/canonical.ts';
import { openService, type TestService } from '../harness.ts';
import { evmClient, paymentHeader, receiptOf, sign } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { samplePlaces } from '../upstreams/places.ts';

let rail: Rail;
let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;

beforeAll(async () => {
  rail = await startRail();
  service = await openService({ settings: rail.settings });
  server = await startHttp(service.service, { port: 0 });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
  await rail.close();
});

const args = { address: samplePlaces.raleigh.address };
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('the service sells svc-flood-zone', () => {
  test('to a published client over REST, and the same purchase is there over MCP and A2A', async () => {
    const buyer = await rail.evm.buyer();
    const challenge = await post('/api/svc-flood-zone', args);
    expect(challenge.status).toBe(402);
    const payment = await sign(evmClient(buyer.key), (await challenge.json()) as PaymentRequired);
    const paid = await post('/api/svc-flood-zone', args, paymentHeader(payment));
    expect(paid.status).toBe(200);
    expect(receiptOf(paid.headers)).toMatchObject({ success: true, payer: buyer.address });
    const body = (await paid.json()) as { charged: boolean; state: string };
    expect(body).toMatchObject({ charged: true, state: 'found' });

    const client = new Client({ name: 'buyer', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as never);
    const call = { name: 'svc_execute', arguments: { name: 'svc-flood-zone', arguments: args } };
    const overMcp = await client.callTool({ ...call, _meta: { 'x402/payment': payment } } as never);
    const { result, whole } = overMcp.structuredContent as { result: unknown; whole: object };
    await client.close();

    const message = { role: 'ROLE_USER', parts: [{ data: { svcTool: 'svc-flood-zone', arguments: args } }] };
    const paying = { ...message, metadata: { 'x402.payment.payload': payment } };
    const overA2a = (await (await post('/a2a/v1/message:send', { message: paying })).json()) as {
      task: { artifacts: { parts: { data: { result: unknown } }[] }[] };
    };
    expect(hashJson(result)).toBe(hashJson(body));
    expect(whole).toMatchObject({ form: 'whole', canonicalHash: hashJson(body) });
    expect(hashJson(overA2a.task.artifacts[0]?.parts[0]?.data.result)).toBe(hashJson(body));
    expect(await rail.evm.balance(buyer.address)).toBe(100_000_000n - 10_000n);
  });

  test('with @x402/fetch, without a challenge in between', async () => {
    const buyer = await rail.evm.buyer();
    const paying = wrapFetchWithPayment(fetch, evmClient(buyer.key));
    const response = await paying(`${server.url}/api/svc-flood-zone`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    expect(response.status).toBe(200);
  });

  test('never where there is nothing to sell', async () => {
    const reply = await post('/api/svc-flood-zone', { address: 'nowhere in particular' });
    expect([reply.status, ((await reply.json()) as { charged: boolean }).charged]).toEqual([200, false]);
  });

  test('every offered route shows a challenge that a published client can read', async () => {
    for (const tool of service.service.registry.paid) {
      const response = await fetch(`${server.url}/api/${tool.slug}`);
      expect([tool.slug, response.status]).toEqual([tool.slug, 402]);
      const header = response.headers.get('payment-required') ?? '';
      const text = await response.text();
      expect(Buffer.from(header, 'base64').toString()).toBe(text);
      expect(header.length).toBeLessThan(8_000);
      expect(JSON.parse(text).resource).toMatchObject({
        url: `${server.url}/api/${tool.slug}`,
        description: expect.stringMatching(/^[\x20-\x7e]{40,450}$/),
      });
    }
  });
});
