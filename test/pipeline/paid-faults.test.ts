import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chainNow } from '../clock.ts';
import { evmClient, paymentHeader, receiptOf, sign } from '../rail/buyer.ts';
import { type EvmRail, startEvmRail } from '../rail/evm.ts';
import { evmNetwork } from '../rail/evm-constants.ts';
import { type Fault, startFacilitator, type TestFacilitator } from '../rail/facilitator.ts';
import { railSettings } from '../rail/settings.ts';
import { proves } from '../spec/requirements.ts';
import { openShop, type Shop } from './shop.ts';

let evm: EvmRail;
let facilitator: TestFacilitator;
let shop: Shop;

beforeAll(async () => {
  evm = await startEvmRail();
  facilitator = await startFacilitator([{ network: evmNetwork, scheme: evm.scheme }]);
  shop = await openShop({ payments: railSettings({ facilitatorUrl: facilitator.url, evm, timeoutMs: 700 }) });
});
afterAll(async () => {
  await shop.close();
  await facilitator.close();
  await evm.close();
});
beforeEach(async () => {
  facilitator.heal();
  evm.online(true);
  // a facilitator that was just unreachable is queried again after a pause
  await expect.poll(async () => (await fetch(`${shop.url}/api/svc-promoted`)).status, { timeout: 8_000 }).toBe(402);
});

const body = { note: 'a' };
const pay = async (funds?: bigint) => {
  const buyer = await evm.buyer(funds);
  const challenge = await shop.post('svc-promoted', body);
  const payment = await sign(evmClient(buyer.key), challenge.json);
  return { buyer, payment, send: () => shop.post('svc-promoted', body, paymentHeader(payment)) };
};
const spent = async (address: `0x${string}`) => 100_000_000n - (await evm.balance(address));
const noAnswers: [string, Fault][] = [
  ['hangs', { mode: 'hang' }],
  ['drops the connection', { mode: 'drop' }],
  ['answers 500', { mode: 'http500' }],
  ['answers garbage', { mode: 'garbage' }],
];
const unclear: [string, Fault][] = [
  ...noAnswers,
  ['gives an unknown reason', { mode: 'reject', reason: 'unexpected_settle_error' }],
];

describe('verification', () => {
  test.each(noAnswers)(
    'that %s: 502, no challenge, nothing settled; the same payment works later',
    async (_, fault) => {
      proves('err-502-facilitator', 'limit-failed');
      const { buyer, send } = await pay();
      facilitator.fault('verify', fault);
      const failed = await send();
      facilitator.heal();
      expect([failed.status, failed.json.code, failed.json.charged]).toEqual([
        502,
        'payment_facilitator_unavailable',
        false,
      ]);
      expect(failed.headers.get('payment-required')).toBeNull();
      expect(await spent(buyer.address)).toBe(0n);
      await expect.poll(async () => (await send()).status, { timeout: 8_000 }).toBe(200);
      expect(await spent(buyer.address)).toBe(10_000n);
    },
  );

  test.each([
    ['insufficient_funds', 'insufficient_funds'],
    ['invalid_exact_evm_insufficient_balance', 'insufficient_funds'],
    ['invalid_exact_evm_signature', 'invalid_signature'],
    ['invalid_exact_evm_payload_authorization_valid_before', 'expired_authorization'],
    ['invalid_exact_evm_nonce_already_used', 'expired_authorization'],
    ['invalid_exact_evm_recipient_mismatch', 'no_matching_requirements'],
    ['unsupported_payload_type', 'invalid_payload'],
    ['invalid_exact_evm_transaction_simulation_failed', 'invalid_payload'],
    ['asset_not_deployed_contract', 'invalid_payload'],
    ['unexpected_verify_error', 'invalid_payload'],
    ['a reason in words that no other facilitator uses', 'invalid_payload'],
  ])('refused for %s: 402 %s with a fresh challenge', async (reason, code) => {
    proves('err-402-reason', 'err-402-funds');
    const { buyer, send } = await pay();
    facilitator.fault('verify', { mode: 'reject', reason }, 1);
    const refused = await send();
    expect([refused.status, refused.json.code, refused.json.error]).toEqual([402, code, code]);
    // the other side's words go nowhere
    if (reason !== code) expect(refused.text).not.toContain(reason);
    expect(refused.json.accepts).toHaveLength(1);
    expect(refused.json.payer).toBe(buyer.address);
    if (code === 'insufficient_funds')
      expect(refused.json).toMatchObject({ network: evmNetwork, amountRequired: '10000' });
    expect((await send()).status).toBe(200);
    expect(await spent(buyer.address)).toBe(10_000n);
  });

  test('an empty wallet is reported so by the real facilitator', async () => {
    proves('err-402-funds');
    const { buyer, send } = await pay(0n);
    const refused = await send();
    expect([refused.status, refused.json]).toMatchObject([
      402,
      { code: 'insufficient_funds', payer: buyer.address, network: evmNetwork, amountRequired: '10000' },
    ]);
  });
});

describe('settlement', () => {
  test.each(unclear)(
    'that %s: 502, no challenge, artifact stored; the identical resend settles once',
    async (_, fault) => {
      proves('err-502-settlement', 'auth-12-withheld', 'state-failed');
      const { buyer, send } = await pay();
      const before = shop.runs.of('promoted');
      facilitator.fault('settle', fault, 1);
      const failed = await send();
      expect(failed.json).toMatchObject({
        status: 502,
        code: 'payment_settlement_failed',
        settlement: 'unknown',
        charged: 'unknown',
        resend: 'identical',
      });
      expect(failed.headers.get('payment-required')).toBeNull();
      expect(failed.text).not.toContain('synthetic source');
      const done = await send();
      expect([done.status, receiptOf(done.headers).success]).toEqual([200, true]);
      expect(await spent(buyer.address)).toBe(10_000n);
      expect(shop.runs.of('promoted') - before).toBe(1);
    },
  );

  test('settled with the answer lost: 502, then 200 with the receipt found on the chain, one transfer', async () => {
    proves('err-502-settlement', 'auth-12-proof');
    const { buyer, send } = await pay();
    facilitator.fault('settle', { mode: 'lost' }, 1);
    expect((await send()).status).toBe(502);
    expect(await spent(buyer.address)).toBe(10_000n);
    const settles = facilitator.calls.settle;
    const done = await send();
    expect(done.status).toBe(200);
    expect(receiptOf(done.headers)).toMatchObject({
      success: true,
      payer: buyer.address,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    expect(facilitator.calls.settle).toBe(settles);
    expect((await send()).text).toBe(done.text);
    expect(await spent(buyer.address)).toBe(10_000n);
  });

  test('lost, and the chain cannot be queried: stays 502 without a challenge until it can', async () => {
    const { buyer, send } = await pay();
    facilitator.fault('settle', { mode: 'lost' }, 1);
    expect((await send()).status).toBe(502);
    evm.online(false);
    const blind = await send();
    expect([blind.status, blind.json.settlement]).toEqual([502, 'unknown']);
    evm.online(true);
    expect((await send()).status).toBe(200);
    expect(await spent(buyer.address)).toBe(10_000n);
  });

  test('a late second order that the facilitator refuses is looked up, never answered with a challenge', async () => {
    const { buyer, send } = await pay();
    facilitator.fault('settle', { mode: 'hang' }, 1);
    expect((await send()).status).toBe(502);
    facilitator.fault('settle', { mode: 'reject', reason: 'insufficient_funds' }, 1);
    const again = await send();
    expect([again.status, again.headers.get('payment-required')]).toEqual([502, null]);
    expect((await send()).status).toBe(200);
    expect(await spent(buyer.address)).toBe(10_000n);
  });

  test('pending: 502 that names the transaction, then the chain decides', async () => {
    const { buyer, send } = await pay();
    const transaction = `0x${'ab'.repeat(32)}`;
    facilitator.fault('settle', { mode: 'reject', reason: 'settlement_pending', transaction }, 1);
    const failed = await send();
    expect([failed.status, failed.json.settlement, failed.json.transaction]).toEqual([502, 'pending', transaction]);
    expect((await send()).status).toBe(200);
    expect(await spent(buyer.address)).toBe(10_000n);
  });

  test('the wallet is emptied during the work: 402 with a failed receipt, artifact withheld; funded again, the same payment settles', async () => {
    proves('state-rejected', 'auth-12-withheld', 'auth-12-success');
    const { buyer, send } = await pay();
    facilitator.fault('settle', { mode: 'reject', reason: 'invalid_exact_evm_insufficient_balance' }, 1);
    const refused = await send();
    expect([refused.status, refused.json.code]).toEqual([402, 'insufficient_funds']);
    expect(receiptOf(refused.headers)).toMatchObject({ success: false, transaction: '' });
    expect(refused.text).not.toContain('synthetic source');
    await expect.poll(async () => (await send()).status, { timeout: 4_000 }).toBe(200);
    expect(await spent(buyer.address)).toBe(10_000n);
  });

  test('the payer cancels the authorization after an unknown outcome: 402, nothing moved', async () => {
    const { buyer, payment, send } = await pay();
    facilitator.fault('settle', { mode: 'drop' }, 1);
    expect((await send()).status).toBe(502);
    const { authorization } = payment.payload as { authorization: { nonce: `0x${string}` } };
    await evm.cancel(buyer.address, authorization.nonce);
    const refused = await send();
    expect([refused.status, refused.json.code]).toEqual([402, 'expired_authorization']);
    expect(await spent(buyer.address)).toBe(0n);
  });

  test('an authorization that was used for something else buys nothing', async () => {
    const { buyer, payment, send } = await pay();
    const { authorization } = payment.payload as { authorization: { nonce: `0x${string}` } };
    await evm.cancel(buyer.address, authorization.nonce);
    expect((await send()).json.code).toBe('expired_authorization');
    expect(await spent(buyer.address)).toBe(0n);
  });
});

describe('supply', () => {
  test('a facilitator that does not answer is not offered: 503, free diagnostics go on', async () => {
    proves('auth-2-unhealthy', 'err-503-configuration');
    const lonely = await openShop({
      payments: railSettings({ facilitatorUrl: 'http://127.0.0.1:9', evm, timeoutMs: 300 }),
    });
    const reply = await lonely.post('svc-promoted', body);
    expect([reply.status, reply.json.code, reply.headers.get('retry-after')]).toEqual([
      503,
      'tool_sdk_not_configured',
      '30',
    ]);
    expect((await lonely.post('svc-promoted', { state: 'empty' })).status).toBe(200);
    expect((await fetch(`${lonely.url}/api/svc-promoted`)).status).toBe(503);
    await lonely.close();
  });

  test('no wallet configured: 503, whatever is attached', async () => {
    proves('err-503-configuration', 'auth-10-unlock');
    const { payment } = await pay();
    const bare = await openShop({ payments: railSettings({ facilitatorUrl: facilitator.url }) });
    expect((await bare.post('svc-promoted', body)).status).toBe(503);
    expect((await bare.post('svc-promoted', body, paymentHeader(payment))).status).toBe(503);
    await bare.close();
  });

  test('a payer with 32 unsettled purchases waits', async () => {
    const limited = await openShop({ payments: railSettings({ facilitatorUrl: facilitator.url, evm }) });
    const buyer = await evm.buyer();
    const { json } = await limited.post('svc-promoted', body);
    const buy = async () => {
      const headers = paymentHeader(await sign(evmClient(buyer.key), json));
      const { status, json: said } = await limited.post('svc-promoted', body, headers);
      return [status, said.code, said.charged];
    };
    facilitator.fault('settle', { mode: 'drop' });
    const unsettled = [502, 'payment_settlement_failed', 'unknown'];
    expect(await Promise.all(Array.from({ length: 32 }, buy))).toEqual(Array.from({ length: 32 }, () => unsettled));
    expect(await buy()).toEqual([429, 'too_many_unsettled_payments', false]);
    await limited.close();
  });

  test('how long it waits follows from what it has: sales under way end soon, one without an outcome counts for an hour', async () => {
    let now = chainNow();
    const limited = await openShop({
      payments: railSettings({ facilitatorUrl: facilitator.url, evm }),
      payerLimit: 1,
      now: () => now,
    });
    const { json } = await limited.post('svc-promoted', body);
    const buyOf = async (key: `0x${string}`) =>
      limited.post('svc-promoted', body, paymentHeader(await sign(evmClient(key), json)));
    const waits = async (key: `0x${string}`) => {
      const { status, headers } = await buyOf(key);
      return [status, Number(headers.get('retry-after'))];
    };
    const slow = await evm.buyer();
    facilitator.fault('verify', { mode: 'delay', ms: 1_500 }, 1);
    const underWay = buyOf(slow.key);
    await expect.poll(async () => (await limited.ledger.list({ state: 'claimed' })).length).toBe(1);
    expect(await waits(slow.key)).toEqual([429, 2]);
    expect((await underWay).status).toBe(200);
    expect((await buyOf(slow.key)).status).toBe(200);

    const lost = await evm.buyer();
    facilitator.fault('settle', { mode: 'drop' }, 1);
    expect((await buyOf(lost.key)).status).toBe(502);
    const [status, seconds = 0] = await waits(lost.key);
    expect(status).toBe(429);
    expect(Math.abs(seconds - 3600)).toBeLessThan(30);
    now += 10_000;
    expect((await waits(lost.key))[1]).toBeLessThanOrEqual(seconds - 9);
    await limited.close();
  }, 30_000);

  test('a program of this machine may have any number of them', async () => {
    const limited = await openShop({ payments: railSettings({ facilitatorUrl: facilitator.url, evm }), payerLimit: 1 });
    const { key } = await evm.buyer();
    const { json } = await limited.post('svc-promoted', body);
    facilitator.fault('settle', { mode: 'drop' }, 2);
    for (const n of [1, 2]) {
      const called = limited.paid.call({
        ...({ slug: 'svc-promoted', args: body, transport: 'mcp', requestId: `r${n}` } as const),
        ...{ resourceUrl: json.resource.url, signal: new AbortController().signal },
        credential: await sign(evmClient(key), json),
      });
      await expect(called).rejects.toMatchObject({ code: 'payment_settlement_failed' });
    }
    await limited.close();
  });
});
