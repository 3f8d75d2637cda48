import * as v2 from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { PaymentRequired } from '@x402/core/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paidExecute } from '../../src/transports/mcp/paid-execute.ts';
import type { McpPorts } from '../../src/transports/mcp/ports.ts';
import { evmClient, paymentHeader, sign, solanaClient } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { railSettings } from '../rail/settings.ts';
import { proves } from '../spec/requirements.ts';
import { serveHttp } from '../transports/mcp/clients.ts';
import { fakeService } from '../transports/mcp/fake-ports.ts';
import { openShop, type Shop } from './shop.ts';

let rail: Rail;
let shop: Shop;
let server: Awaited<ReturnType<typeof serveHttp>>;

interface Result {
  readonly isError?: boolean;
  readonly structuredContent: Record<string, unknown>;
  readonly content: readonly { text?: string }[];
  readonly _meta: Record<string, unknown>;
}
type Call = (args: object, meta?: object) => Promise<Result>;
const clients: [string, () => Promise<{ call: Call; close(): Promise<void> }>][] = [
  [
    'SDK 1.x',
    async () => {
      const client = new Client({ name: 'buyer', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(server.url) as never);
      await client.listTools();
      const call: Call = async (args, _meta) =>
        (await client.callTool({
          name: 'svc_execute',
          arguments: args as never,
          ...(_meta && { _meta }),
        } as never)) as unknown as Result;
      return { call, close: () => client.close() };
    },
  ],
  [
    'SDK 2.x',
    async () => {
      const client = new v2.Client({ name: 'buyer', version: '1' });
      await client.connect(new v2.StreamableHTTPClientTransport(server.url));
      await client.listTools();
      const call: Call = async (args, _meta) =>
        (await client.callTool({
          name: 'svc_execute',
          arguments: args,
          ...(_meta && { _meta }),
        } as never)) as unknown as Result;
      return { call, close: () => client.close() };
    },
  ],
];

beforeAll(async () => {
  rail = await startRail();
  const { evm, solana, facilitator } = rail;
  shop = await openShop({ payments: railSettings({ facilitatorUrl: facilitator.url, evm, solana }) });
  const ports: McpPorts = {
    ...fakeService(),
    execute: ({ name, arguments: args, payment, signal, requestId, progress }) =>
      paidExecute(shop.paid, {
        slug: name,
        args,
        ...(payment !== undefined && { credential: payment }),
        resourceUrl: `${shop.url}/api/${name}`,
        transport: 'mcp',
        signal,
        requestId,
        progress,
      }),
  };
  server = await serveHttp(ports);
});
afterAll(async () => {
  await server.close();
  await shop.close();
  await rail.close();
});

const ask = { name: 'svc-promoted', arguments: { note: 'over MCP' } };

describe.each(clients)('a purchase over MCP with the published client %s', (_, open) => {
  test.each(['evm', 'solana'] as const)(
    'challenge in three places, payment in _meta, receipt in _meta: on %s',
    async (kind) => {
      proves('auth-7-challenge', 'auth-7-retry', 'auth-2-rails');
      const { call, close } = await open();
      const challenge = await call(ask);
      expect(challenge.isError).toBe(true);
      expect(challenge.structuredContent).toMatchObject({ x402Version: 2, accepts: [{}, {}] });
      expect(JSON.parse(challenge.content[0]?.text ?? '')).toEqual(challenge.structuredContent);
      expect(challenge._meta['x402/error']).toEqual(challenge.structuredContent);
      const buyer = kind === 'evm' ? await rail.evm.buyer() : await rail.solana.buyer();
      const client = 'key' in buyer ? evmClient(buyer.key) : solanaClient(buyer.signer, rail.solana.rpcUrl);
      const payment = await sign(client, challenge.structuredContent as unknown as PaymentRequired);
      const paid = await call(ask, { 'x402/payment': payment });
      expect(paid.isError ?? false).toBe(false);
      expect(paid.structuredContent).toMatchObject({ tool: 'svc-promoted', result: { charged: true, state: 'found' } });
      expect(paid._meta['x402/payment-response']).toMatchObject({ success: true, network: payment.accepted.network });
      // the same payment as base64 text, and over HTTP: the same purchase
      const text = Buffer.from(JSON.stringify(payment)).toString('base64');
      const again = await call(ask, { 'x402/payment': text });
      expect(again.structuredContent).toEqual(paid.structuredContent);
      const overHttp = await shop.post('svc-promoted', ask.arguments, paymentHeader(payment));
      expect(overHttp.json).toEqual(paid.structuredContent.result);
      const moved = 'key' in buyer ? await rail.evm.balance(buyer.address) : rail.solana.balance(buyer.address);
      expect(moved).toBe(100_000_000n - 10_000n);
      await close();
    },
  );

  test('a refused payment is a challenge with its reason; another call with the payment is an error', async () => {
    const { call, close } = await open();
    const challenge = await call(ask);
    const insufficientFundsDetails = await rail.evm.buyer(0n);
    const payment = await sign(
      evmClient(insufficientFundsDetails.key),
      challenge.structuredContent as unknown as PaymentRequired,
    );
    const refused = await call(ask, { 'x402/payment': payment });
    expect([refused.isError, refused.structuredContent.code]).toEqual([true, 'insufficient_funds']);
    const forged = await call(ask, { 'x402/payment': 'no payment' });
    expect([forged.isError, forged.structuredContent.code]).toEqual([true, 'invalid_payload']);
    await close();
  });

  test('an unknown settlement says so; the identical call is delivered; an empty payment is none', async () => {
    const { call, close } = await open();
    const empty = await call(ask, { 'x402/payment': '' });
    expect([empty.isError, empty.structuredContent.error]).toEqual([true, 'payment_required']);
    const buyer = await rail.evm.buyer();
    const payment = await sign(evmClient(buyer.key), empty.structuredContent as unknown as PaymentRequired);
    rail.facilitator.fault('settle', { mode: 'lost' }, 1);
    const lost = await call(ask, { 'x402/payment': payment });
    expect(lost).toMatchObject({
      isError: true,
      structuredContent: { code: 'payment_settlement_failed', charged: 'unknown', resend: 'identical' },
    });
    expect(lost.content[0]?.text).toContain(String(lost.structuredContent.detail));
    const paid = await call(ask, { 'x402/payment': payment });
    expect(paid.structuredContent).toMatchObject({ result: { charged: true } });
    expect(await rail.evm.balance(buyer.address)).toBe(100_000_000n - 10_000n);
    await close();
  });

  test('a diagnostic is an uncharged answer; a REST-only route says where it is sold', async () => {
    proves('paid-rest-only');
    const { call, close } = await open();
    const free = await call({ name: 'svc-promoted', arguments: { state: 'empty' } });
    expect(free.structuredContent).toMatchObject({ result: { charged: false, state: 'empty' } });
    const restOnly = await call({ name: 'svc-atomic', arguments: { topic: 'x' } });
    expect(restOnly.structuredContent).toMatchObject({ code: 'not_callable_here', endpoint: '/api/svc-atomic' });
    await close();
  });
});
