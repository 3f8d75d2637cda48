import type { PaymentRequired, PaymentRequirements } from '@x402/core/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainNow } from '../clock.ts';
import { evmClient, paymentHeader, sign, signEvm } from '../rail/buyer.ts';
import { type EvmRail, startEvmRail } from '../rail/evm.ts';
import { evmNetwork } from '../rail/evm-constants.ts';
import { startFacilitator, type TestFacilitator } from '../rail/facilitator.ts';
import { railSettings } from '../rail/settings.ts';
import { proves } from '../spec/requirements.ts';
import { openShop, type Shop } from './shop.ts';

let evm: EvmRail;
let facilitator: TestFacilitator;
let shop: Shop;
let buyer: Awaited<ReturnType<EvmRail['buyer']>>;
let challenge: PaymentRequired;

beforeAll(async () => {
  evm = await startEvmRail();
  facilitator = await startFacilitator([{ network: evmNetwork, scheme: evm.scheme }]);
  shop = await openShop({ payments: railSettings({ facilitatorUrl: facilitator.url, evm }) });
  buyer = await evm.buyer();
  challenge = (await shop.post('svc-promoted', body)).json;
});
afterAll(async () => {
  await shop.close();
  await facilitator.close();
  await evm.close();
});

const body = { note: 'a' };
const offer = () => {
  const [first] = challenge.accepts;
  if (!first) throw new Error('no offer');
  return first;
};

/** Refused with a fresh challenge, before any facilitator call, and nothing is left behind. */
async function refused(headers: Record<string, string>, code: string, slug = 'svc-promoted', args: unknown = body) {
  const before = { ...facilitator.calls };
  const reply = await shop.post(slug, args, headers);
  expect([reply.status, reply.json.code]).toEqual([402, code]);
  expect(reply.json.accepts.length).toBeGreaterThan(0);
  expect(reply.headers.get('payment-required')).toBeTruthy();
  expect([facilitator.calls.verify, facilitator.calls.settle]).toEqual([before.verify, before.settle]);
  expect(await shop.ledger.list({ state: 'claimed' })).toEqual([]);
  return reply;
}

describe('terms', () => {
  test.each<[string, Partial<PaymentRequirements>]>([
    ['amount', { amount: '1' }],
    ['payTo', { payTo: '0x000000000000000000000000000000000000dEaD' }],
    ['asset', { asset: '0x000000000000000000000000000000000000dEaD' }],
    ['network', { network: 'eip155:84532' }],
    ['scheme', { scheme: 'upto' }],
    ['maxTimeoutSeconds', { maxTimeoutSeconds: 3600 }],
    ['extra.name', { extra: { name: 'USDC', version: '2', assetTransferMethod: 'eip3009' } }],
    ['extra', { extra: {} }],
  ])('altered %s: 402, no one is queried', async (_, different) => {
    proves('auth-4-entry');
    const accepted = { ...offer(), ...different };
    const { amount = offer().amount, payTo = offer().payTo } = different;
    const payment = await signEvm(buyer.key, { ...offer(), amount, payTo });
    await refused(paymentHeader({ ...payment, accepted }), 'no_matching_requirements');
  });

  test.each<[string, object]>([
    ['value', { value: '1' }],
    ['to', { to: '0x000000000000000000000000000000000000dEaD' }],
  ])('another authorization.%s than the accepted terms: 402', async (_, different) => {
    proves('auth-5-fields');
    await refused(paymentHeader(await signEvm(buyer.key, offer(), different)), 'no_matching_requirements');
  });

  test('a payment made for another endpoint: 402', async () => {
    proves('auth-4-resource');
    const payment = await sign(evmClient(buyer.key), challenge);
    for (const url of ['https://example.org/api/svc-promoted', `${shop.url}/api/svc-atomic`])
      await refused(paymentHeader({ ...payment, resource: { ...payment.resource, url } }), 'no_matching_requirements');
  });

  test('the offer of another tool: 402', async () => {
    const { json } = await shop.post('svc-native', { topic: 'x' });
    const payment = await sign(evmClient(buyer.key), json);
    await refused(paymentHeader(payment), 'no_matching_requirements');
    await refused(paymentHeader({ ...payment, resource: undefined }), 'no_matching_requirements');
  });

  test('the minimal credential of the specification is enough', async () => {
    proves('auth-5-envelope');
    const payment = await signEvm(buyer.key, offer());
    expect(Object.keys(payment)).toEqual(['x402Version', 'accepted', 'payload']);
    expect((await shop.post('svc-promoted', { note: 'minimal' }, paymentHeader(payment))).status).toBe(200);
  });
});

describe('form', () => {
  const header = (text: string) => ({ 'payment-signature': text });
  test.each([
    ['no base64', 'not base64!'],
    ['no JSON', Buffer.from('{"x402Version":2').toString('base64')],
    ['a list', Buffer.from('[]').toString('base64')],
    ['version and nothing else', Buffer.from('{"x402Version":2}').toString('base64')],
    ['version 1', Buffer.from('{"x402Version":1,"scheme":"exact","network":"base","payload":{}}').toString('base64')],
    ['JSON and no base64', '{"x402Version":2}'],
  ])('%s: 402 invalid_payload', async (_, text) => {
    proves('err-402-payload', 'auth-10-unlock');
    await refused(header(text), 'invalid_payload');
  });

  test('a payload of another kind: 402', async () => {
    const payment = await signEvm(buyer.key, offer());
    for (const payload of [
      {},
      { transaction: 'AAAA' },
      { ...payment.payload, signature: 'abc' },
      { ...payment.payload, authorization: {} },
    ])
      await refused(paymentHeader({ ...payment, payload }), 'invalid_payload');
  });

  test('20 kB: refused by the service or by the server, never 500', async () => {
    const payment = { ...(await signEvm(buyer.key, offer())), padding: 'x'.repeat(15_000) };
    const reply = await fetch(`${shop.url}/api/svc-promoted`, {
      method: 'POST',
      body: '{"note":"a"}',
      headers: paymentHeader(payment),
    });
    expect([402, 431]).toContain(reply.status);
  });

  test('arguments are looked at before the payment', async () => {
    const reply = await shop.post('svc-promoted', { note: 5 }, header('not base64!'));
    expect([reply.status, reply.json.code]).toEqual([400, 'invalid_arguments']);
  });
});

describe('signature and period', () => {
  test("somebody else's signature: 402 invalid_signature, no one is queried", async () => {
    proves('auth-5-fields', 'err-402-credential');
    const other = await evm.buyer();
    await refused(paymentHeader(await signEvm(buyer.key, offer(), { from: other.address })), 'invalid_signature');
  });

  test('65 bytes that no key can have made: 402', async () => {
    const payment = await signEvm(buyer.key, offer());
    await refused(
      paymentHeader({ ...payment, payload: { ...payment.payload, signature: `0x${'ff'.repeat(65)}` } }),
      'invalid_signature',
    );
  });

  test("a contract wallet's signature is for the facilitator to judge", async () => {
    const before = facilitator.calls.verify;
    const payment = await signEvm(buyer.key, offer());
    const signature = `0x${'11'.repeat(200)}`;
    const reply = await shop.post(
      'svc-promoted',
      body,
      paymentHeader({ ...payment, payload: { ...payment.payload, signature } }),
    );
    expect(facilitator.calls.verify).toBe(before + 1);
    expect(reply.status).toBe(402);
  });

  test.each([
    ['expired', { validBefore: -10 }],
    ['about to expire', { validBefore: 12 }],
    ['not valid yet', { validAfter: 300, validBefore: 50 }],
  ])('%s: 402 expired_authorization before any work is paid for', async (_, period) => {
    proves('auth-5-period', 'err-402-credential');
    const now = Math.floor(chainNow() / 1000);
    const different = Object.fromEntries(Object.entries(period).map(([key, seconds]) => [key, now + seconds]));
    await refused(paymentHeader(await signEvm(buyer.key, offer(), different)), 'expired_authorization');
  });

  test('a long tool refuses what would run out during its work', async () => {
    const { json } = await shop.post('svc-native', { topic: 'x' });
    const validBefore = Math.floor(chainNow() / 1000) + 60;
    const payment = await signEvm(buyer.key, json.accepts[0], { validBefore });
    await refused(paymentHeader(payment), 'expired_authorization', 'svc-native', { topic: 'x' });
    expect(shop.runs.of('native')).toBe(0);
  });

  test('longer than the offer: 402', async () => {
    proves('auth-5-period');
    const validBefore = Math.floor(chainNow() / 1000) + 3600;
    await refused(paymentHeader(await signEvm(buyer.key, offer(), { validBefore })), 'invalid_payload');
  });

  test('a replay by somebody who knows payer and nonce but not the signature gets nothing', async () => {
    const payment = await signEvm(buyer.key, offer());
    expect((await shop.post('svc-promoted', body, paymentHeader(payment))).status).toBe(200);
    const forged = { ...payment, payload: { ...payment.payload, signature: `0x${'22'.repeat(65)}` } };
    const reply = await shop.post('svc-promoted', body, paymentHeader(forged));
    expect([reply.status, reply.json.code]).toEqual([402, 'expired_authorization']);
    expect(reply.text).not.toContain('synthetic source');
  });
});

describe('a header without a payment in it', () => {
  test.each([
    ['an empty one', { 'payment-signature': '' }],
    ['blanks', { 'payment-signature': '  ' }],
    ['an empty one of the legacy name', { 'x-payment': '' }],
  ])('%s is none: the first challenge, no refusal', async (_, headers) => {
    const reply = await shop.post('svc-promoted', body, headers);
    expect([reply.status, reply.json.error, reply.json.code]).toEqual([402, 'payment_required', undefined]);
  });

  test('the legacy name counts where the other is empty', async () => {
    const signed = paymentHeader(await sign(evmClient(buyer.key), challenge))['payment-signature'];
    const reply = await shop.post('svc-promoted', body, { 'payment-signature': '', 'x-payment': signed });
    expect(reply.status).toBe(200);
  });
});

describe('payments whose signature only the facilitator can judge', () => {
  // the signature of a contract wallet: longer than that of a key (ERC-6492)
  const forged = async (from: `0x${string}`) => {
    const payment = await signEvm(buyer.key, offer(), { from });
    const payload = payment.payload as { signature: string };
    return paymentHeader({ ...payment, payload: { ...payload, signature: `${payload.signature}${'00'.repeat(96)}` } });
  };

  test('forged ones count against no one: the payer that they name buys as ever', async () => {
    const strict = await openShop({ payments: railSettings({ facilitatorUrl: facilitator.url, evm }), payerLimit: 2 });
    const victim = await evm.buyer();
    const headers = await Promise.all(Array.from({ length: 6 }, () => forged(victim.address)));
    facilitator.fault('verify', { mode: 'hang' }, 6);
    const flood = headers.map((one) => strict.post('svc-promoted', body, one));
    await expect.poll(() => facilitator.calls.verify).toBeGreaterThanOrEqual(6);
    const honest = paymentHeader(await sign(evmClient(victim.key), (await strict.post('svc-promoted', body)).json));
    expect((await strict.post('svc-promoted', body, honest)).status).toBe(200);
    expect(await strict.ledger.list({ state: 'claimed' })).toEqual([]);
    for (const reply of await Promise.all(flood)) expect(reply.json.code).toBe('payment_facilitator_unavailable');
    await strict.close();
  }, 30_000);

  test('they have a bound of their own, which is in no one else’s way', async () => {
    const strict = await openShop({
      payments: railSettings({ facilitatorUrl: facilitator.url, evm, timeoutMs: 1_500 }),
      undecidedLimit: 2,
    });
    const before = facilitator.calls.verify;
    facilitator.fault('verify', { mode: 'hang' }, 2);
    const two = [await forged(buyer.address), await forged(buyer.address)];
    const flood = two.map((one) => strict.post('svc-promoted', body, one));
    await expect.poll(() => facilitator.calls.verify - before).toBe(2);
    const third = await strict.post('svc-promoted', body, await forged(buyer.address));
    expect([third.status, third.json.code, third.json.charged]).toEqual([429, 'too_many_unsettled_payments', false]);
    const honest = paymentHeader(
      await sign(evmClient((await evm.buyer()).key), (await strict.post('svc-promoted', body)).json),
    );
    expect((await strict.post('svc-promoted', body, honest)).status).toBe(200);
    await Promise.all(flood);
    // a place is given back: the real facilitator judges the next
    expect((await strict.post('svc-promoted', body, await forged(buyer.address))).status).toBe(402);
    await strict.close();
  }, 30_000);
});
