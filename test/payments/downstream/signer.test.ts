import type { RequestListener } from 'node:http';
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { paymentMiddleware } from '@x402/express';
import express from 'express';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DownstreamSettings, ProviderSettings } from '../../../src/payments/downstream/settings.ts';
import { serveLocally } from '../../local-server.ts';
import { openShop, type Shop } from '../../pipeline/shop.ts';
import { evmClient, paymentHeader, sign } from '../../rail/buyer.ts';
import { evmNetwork } from '../../rail/evm-constants.ts';
import { startFacilitator, type TestFacilitator } from '../../rail/facilitator.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { railSettings } from '../../rail/settings.ts';
import { proves } from '../../spec/requirements.ts';
import { buysOver, providerAt } from './parts.ts';
import { building, type Seller, startSeller } from './seller.ts';

const payTo = '0x000000000000000000000000000000000000dEaD';
const slug = 'svc-buying';
const body = { latitude: 35.7 };

let rail: Rail;
let theirs: TestFacilitator;
let seller: Seller;
let shop: Shop;
let wallet: Awaited<ReturnType<Rail['evm']['buyer']>>;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  rail = await startRail();
  theirs = await startFacilitator([{ network: evmNetwork, scheme: rail.evm.scheme }]);
});
afterAll(async () => {
  await theirs.close();
  await rail.close();
});
beforeEach(async () => {
  seller = await startSeller({ facilitatorUrl: theirs.url, payTo });
  wallet = await rail.evm.buyer(10_000_000n);
});
afterEach(async () => {
  await shop?.close();
  await seller.close();
  for (const close of closing.splice(0)) await close();
});

async function buy(downstream: DownstreamSettings) {
  const { evm, solana, facilitator } = rail;
  shop = await openShop({ payments: railSettings({ facilitatorUrl: facilitator.url, evm, solana }), downstream });
  const buyer = await rail.evm.buyer();
  const { resource: _, ...signed } = await sign(evmClient(buyer.key), (await shop.post(slug, body)).json);
  const headers = paymentHeader(signed);
  return { headers, reply: await shop.post(slug, body, headers) };
}

async function listen(handler: RequestListener): Promise<string> {
  const { url, close } = await serveLocally(handler);
  closing.push(close);
  return url;
}

type Answer = {
  readonly status: number;
  readonly retryAfter?: string;
  readonly change?: (signed: SignedAnswer) => object;
};
interface SignedAnswer {
  readonly signature: string;
  readonly policy: Readonly<Record<string, unknown>>;
}

/** A signer process as docs/pay-and-sell.md describes it, which gives these answers one after the other, the last for ever. */
async function signerProcess(key: Hex, answers: readonly Answer[]) {
  const account = privateKeyToAccount(key);
  const queried: { readonly policy: unknown; readonly authorization: string | undefined }[] = [];
  const url = await listen(async (request, response) => {
    if (request.url === '/account') return void response.end(JSON.stringify({ address: account.address }));
    let text = '';
    for await (const chunk of request) text += chunk;
    const { typedData, policy } = JSON.parse(text);
    queried.push({ policy, authorization: request.headers.authorization });
    const { status, retryAfter, change } = answers[Math.min(queried.length, answers.length) - 1] ?? { status: 200 };
    if (status !== 200) return void response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end();
    const numbers = Object.fromEntries(
      Object.entries(typedData.message).map(([name, value]) => [
        name,
        /^\d+$/.test(String(value)) ? BigInt(String(value)) : value,
      ]),
    );
    const signature = await account.signTypedData({ ...typedData, message: numbers });
    response.end(JSON.stringify(change ? change({ signature, policy }) : { signature, policy }));
  });
  return { url, queried };
}

const through = (url: string): DownstreamSettings => ({
  ...buysOver(seller, { payTo, key: wallet.key }),
  signer: { kind: 'process', url, token: 'synthetic-token' },
});

describe('a signer process', () => {
  test('signs under exactly the configured policy, which is in each activity', async () => {
    proves('auth-13-policy');
    const signer = await signerProcess(wallet.key, [{ status: 200 }]);
    const { reply } = await buy(through(signer.url));
    expect(reply.status).toBe(200);
    expect(signer.queried).toEqual([
      {
        authorization: 'Bearer synthetic-token',
        policy: {
          network: evmNetwork,
          asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
          payTo: payTo.toLowerCase(),
          maxAmount: '120000',
          maxValiditySeconds: 120,
        },
      },
    ]);
    expect(seller.payments[0]?.from).toBe(wallet.address);
  });

  test('that is limited for a moment is queried again', async () => {
    const signer = await signerProcess(wallet.key, [{ status: 429, retryAfter: '1' }, { status: 200 }]);
    expect((await buy(through(signer.url))).reply.status).toBe(200);
  });

  test('that stays limited is 429 with Retry-After, and nothing is sent', async () => {
    proves('err-429-signer');
    const signer = await signerProcess(wallet.key, [{ status: 429, retryAfter: '90' }]);
    const { reply } = await buy(through(signer.url));
    expect([reply.status, reply.json.code, reply.json.charged]).toEqual([429, 'ext_signer_rate_limited', false]);
    expect(reply.headers.get('retry-after')).toBe('90');
    expect(seller.payments).toEqual([]);
  });

  const broader = ({ signature, policy }: SignedAnswer) => ({
    signature,
    policy: { ...policy, maxAmount: '999999999' },
  });
  const wider = ({ signature, policy }: SignedAnswer) => ({ signature, policy: { ...policy, payTo: '*' } });
  const forged = ({ policy }: SignedAnswer) => ({ signature: `0x${'1b'.repeat(65)}`, policy });

  test.each<[string, Answer]>([
    ['allows more than the policy', { status: 200, change: broader }],
    ['allows any payee', { status: 200, change: wider }],
    ['says nothing of a policy', { status: 200, change: ({ signature }) => ({ signature }) }],
    ['signs with another key', { status: 200, change: forged }],
    ['refuses', { status: 403 }],
    ['fails', { status: 500 }],
  ])('that %s is never paid with', async (_what, answer) => {
    proves('err-503-signer', 'auth-13-policy');
    const signer = await signerProcess(wallet.key, [answer]);
    const { reply } = await buy(through(signer.url));
    expect([reply.status, reply.json.code, reply.json.charged]).toEqual([503, 'ext_signer_unavailable', false]);
    expect(seller.payments).toEqual([]);
    expect((await shop.spend.list()).map(({ state }) => state)).toEqual(['released']);
  });

  test('that is away is never paid with', async () => {
    const { reply } = await buy(through('http://127.0.0.1:9'));
    expect([reply.status, reply.json.code]).toEqual([503, 'ext_signer_unavailable']);
    expect(seller.payments).toEqual([]);
  });
});

describe('the published server of the protocol', () => {
  test('is paid', async () => {
    const app = express();
    const resources = new x402ResourceServer(new HTTPFacilitatorClient({ url: theirs.url })).register(
      evmNetwork,
      new ExactEvmScheme(),
    );
    const accepts = { scheme: 'exact', price: '$0.06', network: evmNetwork, payTo, maxTimeoutSeconds: 60 } as const;
    app.use(paymentMiddleware({ 'GET /v1/*': { accepts, description: 'a roof' } }, resources));
    app.get('/v1/*splat', (_request, response) => void response.json(building));
    const url = await listen(app as never);
    const before = await rail.evm.balance(payTo);
    const { reply, headers } = await buy(buysOver({ url }, { payTo, key: wallet.key }));
    expect([reply.status, reply.json.panels]).toEqual([200, 44]);
    expect((await shop.post(slug, body, headers)).text).toBe(reply.text);
    expect((await rail.evm.balance(payTo)) - before).toBe(60_000n);
  });
});

describe('a provider that bills an account', () => {
  let seen: string[] = [];
  const keyed = async (
    status: number | 'drop',
    text = JSON.stringify(building),
    more: Partial<ProviderSettings> = {},
  ) => {
    seen = [];
    const url = await listen((request, response) => {
      seen.push(request.url ?? '');
      if (status === 'drop') return void request.socket.destroy();
      response.writeHead(status).end(text);
    });
    return { providers: { google_solar: providerAt(url, { key: 'synthetic-key', ...more }) }, signer: undefined };
  };
  const states = async () => (await shop.spend.list()).map(({ state, amount, paid }) => [state, amount, paid]);

  test('is queried once, with its key, and the key is nowhere else', async () => {
    const { reply, headers } = await buy(await keyed(200, undefined, { maxUsd: '0.01' }));
    expect(reply.status).toBe(200);
    await shop.post(slug, body, headers);
    expect(seen).toHaveLength(1);
    expect(new URL(seen[0] ?? '', 'http://x').searchParams.get('key')).toBe('synthetic-key');
    expect(await states()).toEqual([['confirmed', 10_000, 10_000]]);
    for (const text of [reply.text, JSON.stringify(await shop.spend.list()), ...shop.logged])
      expect(text).not.toContain('synthetic-key');
  });

  test.each([401, 429, 500])('and answers %i is an error, and not billed', async (status) => {
    proves('err-503-provider');
    const { reply, headers } = await buy(await keyed(status));
    expect([reply.status, reply.json.code, reply.json.charged]).toEqual([503, 'ext_provider_unavailable', false]);
    expect((await states()).map(([state]) => state)).toEqual(['released']);
    // the buyer may send again: nothing was bought
    await shop.post(slug, body, headers);
    expect(seen).toHaveLength(2);
  });

  test.each<['drop' | 200, string]>([
    ['drop', ''],
    [200, '<html>'],
    [200, '{"solarPotential":{}}'],
  ])('and breaks off or cannot be read (%s, %s) is never queried again', async (status, text) => {
    const { reply, headers } = await buy(await keyed(status, text));
    expect([reply.status, reply.json.code]).toEqual([503, 'ext_upstream_result_unavailable']);
    await shop.post(slug, body, headers);
    expect(seen).toHaveLength(1);
    expect((await states()).map(([state]) => state)).toEqual(['unknown']);
  });
});
