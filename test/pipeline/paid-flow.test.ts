import { wrapFetchWithPayment } from '@x402/fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { evmClient, paymentHeader, receiptOf, sign } from '../rail/buyer.ts';
import { type EvmRail, startEvmRail } from '../rail/evm.ts';
import { evmNetwork } from '../rail/evm-constants.ts';
import { startFacilitator, type TestFacilitator } from '../rail/facilitator.ts';
import { railSettings } from '../rail/settings.ts';
import { proves } from '../spec/requirements.ts';
import { openShop, type Shop } from './shop.ts';

let evm: EvmRail;
let facilitator: TestFacilitator;
let shop: Shop;

beforeAll(async () => {
  evm = await startEvmRail();
  facilitator = await startFacilitator([{ network: evmNetwork, scheme: evm.scheme }]);
  shop = await openShop({ payments: railSettings({ facilitatorUrl: facilitator.url, evm }) });
});
afterAll(async () => {
  await shop.close();
  await facilitator.close();
  await evm.close();
});
beforeEach(() => facilitator.heal());

const oneCentTerms = 10_000n;
const earned = async (work: () => Promise<void>) => {
  const before = await evm.balance(evm.payTo);
  await work();
  return (await evm.balance(evm.payTo)) - before;
};
const pay = async (slug = 'svc-promoted', body: unknown = { note: 'a' }) => {
  const buyer = await evm.buyer();
  const challenge = await shop.post(slug, body);
  const payment = await sign(evmClient(buyer.key), challenge.json);
  return { buyer, challenge, payment, headers: paymentHeader(payment) };
};

describe('a purchase over HTTP', () => {
  test('@x402/fetch pays the challenge, gets the body and the receipt', async () => {
    proves('auth-2-version', 'auth-6-header', 'auth-14', 'paid-flat', 'auth-12-proof');
    const buyer = await evm.buyer();
    const paying = wrapFetchWithPayment(fetch, evmClient(buyer.key));
    const moved = await earned(async () => {
      const response = await paying(`${shop.url}/api/svc-promoted`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ note: 'published client' }),
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ charged: true, state: 'found' });
      expect(receiptOf(response.headers)).toMatchObject({ success: true, payer: buyer.address, network: evmNetwork });
      expect(response.headers.get('x-payment-response')).toBe(response.headers.get('payment-response'));
    });
    expect(moved).toBe(oneCentTerms);
  });

  test('the challenge is the same object in body and header, and names price, wallet and endpoint', async () => {
    proves('auth-3-fields', 'auth-3-description', 'auth-3-evm', 'err-402-challenge');
    const reply = await shop.post('svc-promoted', { note: 'x' });
    expect(reply.status).toBe(402);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(Buffer.from(reply.headers.get('payment-required') ?? '', 'base64').toString()).toBe(reply.text);
    expect(reply.json).toMatchObject({
      x402Version: 2,
      resource: { url: `${shop.url}/api/svc-promoted`, description: expect.stringMatching(/^[\x20-\x7e]{1,450}$/) },
      accepts: [
        {
          scheme: 'exact',
          network: evmNetwork,
          amount: '10000',
          payTo: evm.payTo,
          maxTimeoutSeconds: 60,
          extra: { name: 'USD Coin', version: '2', assetTransferMethod: 'eip3009' },
        },
      ],
    });
  });

  test('two identical replays: one transfer, the same bytes, the same receipt', async () => {
    proves('auth-9-replay', 'state-paid');
    const { headers } = await pay();
    const moved = await earned(async () => {
      const replies = [];
      for (let n = 0; n < 3; n++) replies.push(await shop.post('svc-promoted', { note: 'a' }, headers));
      expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
      expect(new Set(replies.map((reply) => reply.headers.get('payment-response'))).size).toBe(1);
    });
    expect(moved).toBe(oneCentTerms);
  });

  test('the same payment re-encoded, and the same arguments spelled otherwise, are the same purchase', async () => {
    proves('auth-6-legacy');
    const { payment, headers } = await pay();
    expect((await shop.post('svc-promoted', { note: 'a' }, headers)).status).toBe(200);
    const other = { ...payment, payload: { ...payment.payload } };
    const text = Buffer.from(JSON.stringify(other, null, 2)).toString('base64');
    const again = await shop.post('svc-promoted', { count: 1.0, state: 'found', note: 'a' }, { 'x-payment': text });
    expect(again.status).toBe(200);
  });

  test('the same payment with another body, or at another tool with the same body, is refused', async () => {
    proves('auth-9-binding', 'err-409-different');
    const { headers } = await pay();
    const moved = await earned(async () => {
      expect((await shop.post('svc-promoted', { note: 'a' }, headers)).status).toBe(200);
      const other = await shop.post('svc-promoted', { note: 'b' }, headers);
      expect([other.status, other.json.code, other.json.charged]).toEqual([
        409,
        'payment_replay_different_request',
        false,
      ]);
      const elsewhere = await shop.post('svc-twin', { note: 'a' }, headers);
      expect([elsewhere.status, elsewhere.json.code]).toEqual([409, 'payment_replay_different_request']);
    });
    expect(moved).toBe(oneCentTerms);
  });

  test('16 at once with one payment: one build, one transfer', async () => {
    proves('err-409-processing', 'auth-9-replay');
    const { headers } = await pay('svc-promoted', { note: 'crowd' });
    const before = shop.runs.of('promoted');
    const moved = await earned(async () => {
      const replies = await Promise.all(
        Array.from({ length: 16 }, () => shop.post('svc-promoted', { note: 'crowd' }, headers)),
      );
      const paid = replies.filter((reply) => reply.status === 200);
      expect(paid.length).toBeGreaterThan(0);
      expect(new Set(paid.map((reply) => reply.text)).size).toBe(1);
      for (const reply of replies.filter((one) => one.status !== 200)) {
        expect([reply.status, reply.json.code]).toEqual([409, 'payment_processing_retry']);
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    });
    expect(moved).toBe(oneCentTerms);
    expect(shop.runs.of('promoted') - before).toBe(1);
  });

  test('16 at once with different payments: 16 transfers', async () => {
    const all = await Promise.all(Array.from({ length: 16 }, (_, n) => pay('svc-promoted', { note: `n${n}` })));
    const moved = await earned(async () => {
      const replies = await Promise.all(
        all.map(({ headers }, n) => shop.post('svc-promoted', { note: `n${n}` }, headers)),
      );
      expect(replies.map((reply) => reply.status)).toEqual(Array(16).fill(200));
    });
    expect(moved).toBe(16n * oneCentTerms);
  });

  test.each(['empty', 'unavailable', 'not_covered', 'unresolved'])(
    '%s is a free diagnostic, with or without a payment',
    async (state) => {
      proves('err-200-uncharged', 'auth-12-thin', 'paid-before-charge');
      const { headers } = await pay();
      const calls = { ...facilitator.calls };
      const moved = await earned(async () => {
        for (const more of [{}, headers]) {
          const reply = await shop.post('svc-promoted', { state }, more);
          expect([reply.status, reply.json.charged, reply.json.state]).toEqual([200, false, state]);
          expect(reply.headers.get('payment-required')).toBeNull();
          expect(reply.headers.get('payment-response')).toBeNull();
        }
      });
      expect(moved).toBe(0n);
      expect([facilitator.calls.verify, facilitator.calls.settle]).toEqual([calls.verify, calls.settle]);
      // the payment was not used up: it still buys what it was made for
      expect((await shop.post('svc-promoted', { note: 'a' }, headers)).status).toBe(200);
    },
  );

  test('GET, HEAD and an empty POST show the challenge and run nothing', async () => {
    proves('paid-get', 'state-challenged');
    const before = shop.runs.of('promoted');
    for (const method of ['GET', 'HEAD', 'POST']) {
      const response = await fetch(`${shop.url}/api/svc-promoted`, { method });
      expect(response.status).toBe(402);
      expect(response.headers.get('payment-required')).toBeTruthy();
    }
    expect(shop.runs.of('promoted')).toBe(before);
    expect((await shop.post('svc-promoted', { nonsense: 1 })).json).toMatchObject({
      status: 400,
      charged: false,
      issues: [{}],
    });
    expect((await shop.post('svc-no-such', {})).status).toBe(404);
  });
});

describe('a native tool', () => {
  test('is preflighted, verified, run once, delivered with what is never stored', async () => {
    const { headers } = await pay('svc-native', { topic: 'roads' });
    const first = await shop.post('svc-native', { topic: 'roads' }, headers);
    expect(first.json).toMatchObject({ kind: 'brief', topic: 'roads', atDelivery: expect.any(String) });
    const again = await shop.post('svc-native', { topic: 'roads' }, headers);
    expect(again.json.made).toBe(first.json.made);
    const [row] = await shop.ledger.list({ state: 'settled', limit: 1 });
    expect((await shop.ledger.find(row?.id ?? ''))?.body).not.toContain('atDelivery');
    expect(shop.runs.of(`job ${row?.id}`)).toBe(2);
  });

  test('uncovered: free; thin after verification: free and the payment stays unused', async () => {
    proves('auth-12-thin', 'paid-before-charge');
    const uncovered = await shop.post('svc-native', { topic: 'x', covered: false });
    expect([uncovered.status, uncovered.json]).toEqual([
      200,
      { kind: 'brief_diagnostic', message: 'not covered', charged: false },
    ]);
    const { headers } = await pay('svc-native', { topic: 'x', thin: true });
    const moved = await earned(async () => {
      const thin = await shop.post('svc-native', { topic: 'x', thin: true }, headers);
      expect([thin.status, thin.json.charged]).toEqual([200, false]);
    });
    expect(moved).toBe(0n);
    expect((await shop.post('svc-native', { topic: 'x' }, headers)).status).toBe(200);
  });

  test('a bug during the work charges nothing and frees the payment', async () => {
    proves('auth-12-success', 'limit-failed');
    const { headers } = await pay('svc-native', { topic: 'x', fails: true });
    const moved = await earned(async () => {
      const failed = await shop.post('svc-native', { topic: 'x', fails: true }, headers);
      expect([failed.status, failed.json.code, failed.json.charged]).toEqual([500, 'internal_error', false]);
    });
    expect(moved).toBe(0n);
    expect((await shop.post('svc-native', { topic: 'x' }, headers)).status).toBe(200);
  });

  test('a caller that goes away during the work is not charged; the same payment works later', async () => {
    const { headers } = await pay('svc-native', { topic: 'x', takesMs: 300 });
    const moved = await earned(async () => {
      const leave = AbortSignal.timeout(150);
      await expect(shop.post('svc-native', { topic: 'x', takesMs: 300 }, headers, leave)).rejects.toThrow();
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    expect(moved).toBe(0n);
    expect((await shop.post('svc-native', { topic: 'x', takesMs: 300 }, headers)).status).toBe(200);
  });
});
