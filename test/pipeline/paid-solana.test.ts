import { wrapFetchWithPayment } from '@x402/fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentHeader, receiptOf, sign, solanaClient } from '../rail/buyer.ts';
import { startFacilitator, type TestFacilitator } from '../rail/facilitator.ts';
import { railSettings } from '../rail/settings.ts';
import { type SolanaRail, startSolanaRail } from '../rail/solana.ts';
import { solanaNetwork } from '../rail/solana-constants.ts';
import { proves } from '../spec/requirements.ts';
import { openShop, type Shop } from './shop.ts';

let solana: SolanaRail;
let facilitator: TestFacilitator;
let shop: Shop;

beforeAll(async () => {
  solana = await startSolanaRail();
  facilitator = await startFacilitator([{ network: solanaNetwork, scheme: solana.scheme }]);
  shop = await openShop({ payments: railSettings({ facilitatorUrl: facilitator.url, solana, timeoutMs: 700 }) });
});
afterAll(async () => {
  await shop.close();
  await facilitator.close();
  await solana.close();
});
beforeEach(async () => {
  facilitator.heal();
  solana.online(true);
  await expect.poll(async () => (await fetch(`${shop.url}/api/svc-promoted`)).status, { timeout: 8_000 }).toBe(402);
});

const body = { note: 'solana' };
const pay = async (funds?: bigint) => {
  const buyer = await solana.buyer(funds);
  const { json } = await shop.post('svc-promoted', body);
  const payment = await sign(solanaClient(buyer.signer, solana.rpcUrl), json);
  const send = (given: object = payment) => shop.post('svc-promoted', body, paymentHeader(given));
  return { buyer, payment, send };
};
const spent = (owner: string) => 100_000_000n - solana.balance(owner);

describe('a purchase on Solana', () => {
  test('@x402/fetch pays; the challenge carries the fee payer of the facilitator', async () => {
    proves('auth-3-solana', 'auth-5-solana');
    const buyer = await solana.buyer();
    const challenge = await shop.post('svc-promoted', body);
    expect(challenge.json.accepts).toEqual([
      expect.objectContaining({
        network: solanaNetwork,
        payTo: solana.payTo,
        amount: '10000',
        extra: { feePayer: expect.any(String) },
      }),
    ]);
    const response = await wrapFetchWithPayment(fetch, solanaClient(buyer.signer, solana.rpcUrl))(
      `${shop.url}/api/svc-promoted`,
      {
        method: 'POST',
        body: JSON.stringify(body),
      },
    );
    expect(response.status).toBe(200);
    expect(receiptOf(response.headers)).toMatchObject({ success: true, network: solanaNetwork });
    expect(spent(buyer.address)).toBe(10_000n);
  });

  test('replays give the same bytes without another transfer; another body is refused', async () => {
    const { buyer, payment, send } = await pay();
    const replies = [await send(), await send(), await send()];
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map((reply) => reply.text + reply.headers.get('payment-response'))).size).toBe(1);
    const other = await shop.post('svc-promoted', { note: 'other' }, paymentHeader(payment));
    expect(other.json.code).toBe('payment_replay_different_request');
    expect(spent(buyer.address)).toBe(10_000n);
  });

  test('a tool that does not offer Solana refuses it', async () => {
    proves('auth-11-solana');
    const lonely = await shop.post('svc-native', { topic: 'x' });
    expect([lonely.status, lonely.json.code]).toEqual([503, 'tool_sdk_not_configured']);
  });

  test('settled with the answer lost: 502, then 200 with the receipt found on the chain, one transfer', async () => {
    const { buyer, send } = await pay();
    facilitator.fault('settle', { mode: 'lost' }, 1);
    expect((await send()).status).toBe(502);
    expect(spent(buyer.address)).toBe(10_000n);
    const settles = facilitator.calls.settle;
    solana.online(false);
    expect((await send()).status).toBe(502);
    solana.online(true);
    const done = await send();
    expect([done.status, receiptOf(done.headers).transaction]).toEqual([
      200,
      expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
    ]);
    expect(facilitator.calls.settle).toBe(settles);
    expect(spent(buyer.address)).toBe(10_000n);
  });

  test.each(['hang', 'drop', 'http500', 'garbage'] as const)(
    'settlement that does %s: 502, then settled once',
    async (mode) => {
      const { buyer, send } = await pay();
      facilitator.fault('settle', { mode }, 1);
      expect((await send()).status).toBe(502);
      expect((await send()).status).toBe(200);
      expect(spent(buyer.address)).toBe(10_000n);
    },
  );

  test('an unknown outcome whose block hash has aged: certain that nothing moved, 402', async () => {
    const { buyer, send } = await pay();
    facilitator.fault('settle', { mode: 'drop' }, 1);
    expect((await send()).status).toBe(502);
    solana.expire();
    const refused = await send();
    expect([refused.status, refused.json.code]).toEqual([402, 'expired_authorization']);
    expect(spent(buyer.address)).toBe(0n);
  });

  test('an aged block hash is refused by verification as expired', async () => {
    const { send } = await pay();
    solana.expire();
    expect((await send()).json.code).toBe('expired_authorization');
  });

  test('an empty wallet is reported so', async () => {
    const { buyer, send } = await pay(0n);
    expect((await send()).json).toMatchObject({
      code: 'insufficient_funds',
      payer: buyer.address,
      amountRequired: '10000',
    });
  });
});

describe('before anybody is queried', () => {
  const refused = async (reply: Awaited<ReturnType<Shop['post']>>, code: string, calls: number) => {
    expect([reply.status, reply.json.code]).toEqual([402, code]);
    expect(facilitator.calls.verify).toBe(calls);
  };

  test('another amount, destination, fee payer or signature: 402', async () => {
    const { payment, send } = await pay();
    const calls = facilitator.calls.verify;
    const cheap = await shop.post('svc-promoted', body);
    const [offer] = cheap.json.accepts;
    const buyer = await solana.buyer();
    const forge = (different: object) =>
      sign(solanaClient(buyer.signer, solana.rpcUrl), { ...cheap.json, accepts: [{ ...offer, ...different }] });
    const honest = payment.accepted;
    await refused(
      await send({ ...(await forge({ amount: '1' })), accepted: honest }),
      'no_matching_requirements',
      calls,
    );
    await refused(
      await send({ ...(await forge({ payTo: buyer.address })), accepted: honest }),
      'no_matching_requirements',
      calls,
    );
    await refused(
      await send({ ...(await forge({ extra: { feePayer: buyer.address } })), accepted: honest }),
      'no_matching_requirements',
      calls,
    );
    const bytes = Buffer.from(String(payment.payload.transaction), 'base64');
    bytes[1 + 64 + 5] = (bytes[1 + 64 + 5] ?? 0) ^ 255;
    await refused(
      await send({ ...payment, payload: { transaction: bytes.toString('base64') } }),
      'invalid_signature',
      calls,
    );
    await refused(await send({ ...payment, payload: { transaction: 'AAAA' } }), 'invalid_payload', calls);
  });
});
