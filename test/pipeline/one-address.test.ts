import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server';
import type { PaymentRequired } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { paymentMiddleware } from '@x402/express';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveLocally } from '../local-server.ts';
import { evmClient, paymentHeader, sign, solanaClient } from '../rail/buyer.ts';
import { evmNetwork } from '../rail/evm-constants.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { railSettings } from '../rail/settings.ts';
import { openShop, type Shop } from './shop.ts';

const price = 10_000n;
const races = Number(process.env.ADDRESS_RACES ?? 4);

let rail: Rail;
const shops: Shop[] = [];

beforeAll(async () => {
  rail = await startRail();
  const { evm, solana, facilitator } = rail;
  const payments = railSettings({ facilitatorUrl: facilitator.url, evm, solana });
  // a ledger of its own for each, one receiving address
  shops.push(await openShop({ payments }), await openShop({ payments }));
});
afterAll(async () => {
  for (const shop of shops) await shop.close();
  await rail.close();
});

async function walletOn(kind: 'evm' | 'solana', funds?: bigint) {
  if (kind === 'evm') {
    const { key, address } = await rail.evm.buyer(funds);
    return { client: evmClient(key), balance: () => rail.evm.balance(address) };
  }
  const { signer, address } = await rail.solana.buyer();
  return { client: solanaClient(signer, rail.solana.rpcUrl), balance: () => rail.solana.balance(address) };
}

const challengeOf = async (shop: Shop, note: string, network: string) => {
  const { json } = await shop.post('svc-promoted', { note });
  const accepts = json.accepts.filter((one: { network: string }) => one.network.startsWith(network));
  return { ...json, accepts } as PaymentRequired;
};

describe.each(['evm', 'solana'] as const)('one payment given to two ledgers of one address at once, on %s', (kind) => {
  const network = kind === 'evm' ? 'eip155' : 'solana';

  const wallets: readonly (readonly [string, bigint | undefined])[] = [
    ['a wallet with more than the price', undefined],
    ...(kind === 'evm' ? ([['a wallet with the price alone', price]] as const) : []),
  ];
  test.each(wallets)(
    `%s: ${races} races, ${races} single deliveries`,
    async (_, funds) => {
      for (let race = 0; race < races; race++) {
        const { client, balance } = await walletOn(kind, funds);
        const before = await balance();
        const [first, second] = shops as [Shop, Shop];
        const { resource: _resource, ...payment } = await sign(client, await challengeOf(first, 'a', network));
        // as somebody would who wants two things: nothing in the payment ties it to the first
        const { extensions: _claim, ...bare } = payment;
        const replies = await Promise.all([
          first.post('svc-promoted', { note: 'a' }, paymentHeader(race % 2 ? payment : bare)),
          second.post('svc-promoted', { note: 'b' }, paymentHeader(bare)),
        ]);
        const said = replies.map(({ status, json }) => [status, json.code, json.charged]);
        expect(
          replies.filter(({ status }) => status === 200),
          JSON.stringify(said),
        ).toHaveLength(1);
        expect(before - (await balance())).toBe(price);
        const loser = replies.findIndex(({ status }) => status !== 200);
        // nor later: the transfer is not this ledger's
        const again = await (loser === 0 ? first : second).post(
          'svc-promoted',
          { note: loser === 0 ? 'a' : 'b' },
          paymentHeader(loser === 0 && race % 2 ? payment : bare),
        );
        expect(again.status, again.text).not.toBe(200);
        expect(before - (await balance())).toBe(price);
      }
    },
    120_000,
  );
});

test('one payment given to this service and to a published shop of the same address: one delivery', async () => {
  const app = express();
  const resourceServer = new x402ResourceServer(new HTTPFacilitatorClient({ url: rail.facilitator.url }));
  resourceServer.register(evmNetwork, new ExactEvmScheme());
  const [shop] = shops as [Shop, Shop];
  const { accepts } = await challengeOf(shop, 'a', 'eip155');
  const { amount, asset, payTo, maxTimeoutSeconds, extra = {} } = accepts[0] ?? expect.fail('no offer');
  const terms = { scheme: 'exact', network: evmNetwork, payTo, maxTimeoutSeconds, price: { amount, asset, extra } };
  app.use(
    paymentMiddleware({ 'GET /other': { accepts: terms, description: 'another thing' } } as never, resourceServer),
  );
  app.get('/other', (_req, res) => void res.json({ sold: true }));
  const other = await serveLocally(app);
  try {
    for (let race = 0; race < races; race++) {
      const { client, balance } = await walletOn('evm');
      const before = await balance();
      const { resource: _resource, ...payment } = await sign(client, await challengeOf(shop, 'a', 'eip155'));
      const headers = paymentHeader(payment);
      const [ours, theirs] = await Promise.all([
        shop.post('svc-promoted', { note: 'a' }, headers),
        fetch(`${other.url}/other`, { headers }),
      ]);
      expect(
        [ours.status, theirs.status].filter((status) => status === 200),
        ours.text,
      ).toHaveLength(1);
      expect(before - (await balance())).toBe(price);
    }
  } finally {
    await other.close();
  }
}, 120_000);

describe('a transfer that another seller ordered is never taken for ours, however often the payment is sent again', () => {
  const body = { note: 'a' };
  const signedFor = async (funds?: bigint) => {
    const buyer = await rail.evm.buyer(funds);
    const [shop] = shops as [Shop, Shop];
    const challenge = await challengeOf(shop, 'a', 'eip155');
    const { resource: _resource, ...payment } = await sign(evmClient(buyer.key), challenge);
    const again = async () => (await shop.post('svc-promoted', body, paymentHeader(payment))).json;
    return { buyer, payment, offer: challenge.accepts[0], again };
  };

  test('ordered after a true refusal of our own order', async () => {
    const { payment, offer, again } = await signedFor();
    rail.facilitator.fault('settle', { mode: 'reject', reason: 'insufficient_funds' }, 1);
    expect((await again()).code).toBe('insufficient_funds');
    const landed = await fetch(`${rail.facilitator.url}/settle`, {
      method: 'POST',
      body: JSON.stringify({ x402Version: 2, paymentPayload: payment, paymentRequirements: offer }),
    });
    expect(await landed.json()).toMatchObject({ success: true });
    // a refused purchase rests for a second
    await expect.poll(async () => (await again()).settlement, { timeout: 6_000 }).toBe('denied');
    for (let n = 0; n < 2; n++) expect(await again()).toMatchObject({ status: 502, settlement: 'denied' });
  }, 30_000);

  test('ordered with the last of a wallet that is filled up afterwards', async () => {
    const { buyer, again } = await signedFor(price);
    // what an honest facilitator says once the transfer has emptied the wallet
    rail.facilitator.fault('settle', { mode: 'lie', reason: 'insufficient_funds' }, 1);
    expect(await again()).toMatchObject({ status: 502, settlement: 'denied' });
    await rail.evm.empty(await rail.evm.buyer(price), buyer.address);
    for (let n = 0; n < 2; n++) expect(await again()).toMatchObject({ status: 502, settlement: 'denied' });
  }, 30_000);
});
