import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '../../src/kernel/time.ts';
import { openSigner } from '../../src/payments/downstream/signer.ts';
import { Payments } from '../../src/payments/payments.ts';
import { sendRefunds } from '../../src/payments/refunds.ts';
import { spendingOn } from '../../src/pipeline/paid-spending.ts';
import { redeemed } from '../../src/pipeline/voucher.ts';
import { openBooks } from '../../src/store/open-ledger.ts';
import { startChild } from '../child-process.ts';
import { childScript } from '../child-script.ts';
import { chainNow, testClock } from '../clock.ts';
import { claimIn, evmClient, paymentHeader, receiptOf, sign } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { railSettings } from '../rail/settings.ts';
import type { RefundChildOptions } from './refund-child.ts';
import { openShop, type Shop } from './shop.ts';
import { chainsOf, resendUntilDecided, startShop } from './shop-process.ts';
import { openTestJobs } from './test-jobs.ts';

const price = 10_000n;
const slug = 'svc-promoted';
const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const refundScript = await childScript(new URL('./refund-child.ts', import.meta.url));

let rail: Rail;
let dataDir: string;
let shop: Shop;

beforeAll(async () => {
  rail = await startRail();
});
afterAll(() => rail.close());
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'remedies-'));
  rail.facilitator.heal();
  const { evm, solana, facilitator } = rail;
  shop = await openShop({ payments: railSettings({ facilitatorUrl: facilitator.url, evm, solana }), dataDir });
});
afterEach(async () => {
  await shop.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A purchase, and what its buyer has of it. */
async function bought() {
  const buyer = await rail.evm.buyer();
  const { resource: _, ...payment } = await sign(evmClient(buyer.key), (await shop.post(slug, { note: 'a' })).json);
  const reply = await shop.post(slug, { note: 'a' }, paymentHeader(payment));
  expect(reply.status).toBe(200);
  const [{ id = '' } = {}] = await shop.ledger.list();
  const claim = claimIn(receiptOf(reply.headers));
  return { buyer, id, headers: { voucher: id, authorization: `Bearer ${claim}` } };
}

describe('a voucher', () => {
  test('is one free call of its route, for its buyer alone', async () => {
    const { buyer, id, headers } = await bought();
    const body = { note: 'b' };
    expect((await shop.post(slug, body, headers)).json.code).toBe('voucher_not_valid');
    expect(await shop.remedies.owe(id, 'voucher', chainNow())).toBe(true);
    expect(await shop.remedies.owe(id, 'voucher', chainNow())).toBe(false);

    const stranger = { ...headers, authorization: `Bearer ${'x'.repeat(22)}` };
    expect((await shop.post(slug, body, stranger)).json.code).toBe('purchase_not_proven');
    expect((await shop.post(slug, body, { voucher: id })).json.code).toBe('purchase_not_proven');
    expect((await shop.post('svc-native', { topic: 'other' }, headers)).json).toMatchObject({
      code: 'voucher_not_valid',
      route: slug,
    });

    const sold = await shop.post(slug, body, headers);
    expect([sold.status, sold.json.facts.note.value]).toEqual([200, 'b']);
    expect(receiptOf(sold.headers)).toMatchObject({ success: true, transaction: `voucher:${id}`, network: 'voucher' });
    expect((await shop.post(slug, body, headers)).text).toBe(sold.text);
    const other = await shop.post(slug, { note: 'c' }, headers);
    expect([other.status, other.json.code]).toEqual([409, 'payment_replay_different_request']);
    expect(100_000_000n - (await rail.evm.balance(buyer.address))).toBe(price);
    // what it bought moved no money: no refund, but another voucher where it brought nothing either
    const rows = await shop.ledger.list();
    const free = rows.find(({ network }) => network === 'voucher');
    const freeId = String(free?.id);
    expect([free?.state, await shop.remedies.owe(freeId, 'refund', chainNow())]).toEqual(['settled', false]);
    expect(await shop.remedies.owe(freeId, 'voucher', chainNow())).toBe(true);
    const again = await shop.post(slug, { note: 'd' }, { ...headers, voucher: freeId });
    expect([again.status, again.json.facts.note.value]).toEqual([200, 'd']);
    expect(100_000_000n - (await rail.evm.balance(buyer.address))).toBe(price);
  });

  test('is forgotten with its purchase, an owed refund is not', async () => {
    const [used, owed] = [await bought(), await bought()];
    await shop.remedies.owe(used.id, 'voucher', chainNow());
    await shop.remedies.owe(owed.id, 'refund', chainNow());
    const later = chainNow() + 400 * dayMs;
    const purged = await shop.ledger.purge({ now: later, bodyMs: dayMs, rowMs: 365 * dayMs, maxBytes: 1 });
    expect(purged.rows).toBe(2);
    expect(await shop.remedies.list(10)).toMatchObject([{ purchaseId: owed.id, state: 'due' }]);
  });

  test.each(['before:dispatch', 'after:dispatch', 'before:settle', 'after:settle'])(
    'used by a process that is killed (%s): used once',
    async (standStill) => {
      const { id, headers } = await bought();
      await shop.remedies.owe(id, 'voucher', chainNow());
      const body = { note: `killed ${standStill}` };
      const first = await startShop({ dataDir, rail: chainsOf(rail), standStill });
      const lost = first.post(slug, body, headers).catch(() => undefined);
      expect(await first.line()).toBe('standing still');
      await first.kill();
      await lost;
      const second = await startShop({ dataDir, rail: chainsOf(rail) });
      const done = await resendUntilDecided(second, slug, body, headers);
      expect([done.status, done.json.facts?.note.value]).toEqual([200, body.note]);
      expect((await second.post(slug, { note: 'more' }, headers)).status).toBe(409);
      await second.kill();
      const rows = await shop.ledger.list();
      expect(rows.filter(({ network }) => network === 'voucher').map(({ state }) => state)).toEqual(['settled']);
    },
    60_000,
  );
});

test('what a voucher buys outside counts for its buyer, not for all buyers with vouchers', async () => {
  const { id, headers } = await bought();
  await shop.remedies.owe(id, 'voucher', chainNow());
  const { evm, solana, facilitator } = rail;
  const payments = new Payments(railSettings({ facilitatorUrl: facilitator.url, evm, solana }), log, chainNow);
  const { ledger, remedies } = shop;
  const proof = { claim: headers.authorization.slice('Bearer '.length) };
  const call = { purchaseId: id, proof, origin: shop.url };
  const payment = await redeemed({ payments, ledger, remedies }, call, slug);
  const { offer = expect.fail('no offer') } = payment.shown ?? {};
  const claim = { holder: 'a', now: chainNow(), leaseMs: 1_000 };
  const lost = () => expect.fail('lost');
  const [known] = await ledger.list();
  expect(spendingOn({ ledger, payments, lost }, { payment, offer }, claim).payerHash).toBe(known?.payerHash);
});

describe('a refund', () => {
  test.each([
    ['before its order', { mode: 'hang' }, 0n],
    ['when it has landed and the reply has not come', { mode: 'mute' }, price],
  ] as const)(
    'by a process that is killed %s: one transfer',
    async (_, fault, moved) => {
      const { buyer, id } = await bought();
      const wallet = await rail.evm.buyer(1_000_000n);
      const before = await rail.evm.balance(buyer.address);
      const received = async () => (await rail.evm.balance(buyer.address)) - before;
      await shop.remedies.owe(id, 'refund', chainNow());
      rail.facilitator.fault('settle', fault, 1);
      const options: RefundChildOptions = { dataDir, rail: chainsOf(rail), key: wallet.key };
      const { settle } = rail.facilitator.calls;
      const child = startChild(refundScript, options);
      expect(await child.line()).toBe('begins');
      await expect.poll(() => rail.facilitator.calls.settle).toBe(settle + 1);
      await expect.poll(received).toBe(moved);
      await child.kill();
      expect(await shop.remedies.find(id)).toMatchObject({ kind: 'refund', state: 'sending' });

      rail.facilitator.heal();
      const books = openBooks({ databaseUrl: undefined, dataDir });
      // the claim of the dead process has run out
      const later = () => chainNow() + 61_000;
      const { evm, solana, facilitator } = rail;
      const payments = new Payments(railSettings({ facilitatorUrl: facilitator.url, evm, solana }), log, later);
      const ports = {
        remedies: books.remedies,
        ledger: books.ledger,
        payments,
        log,
        signer: openSigner({ kind: 'key', key: wallet.key }),
      };
      expect(await sendRefunds(ports)).toBe(1);
      expect(await books.remedies.find(id)).toMatchObject({
        state: 'refunded',
        transaction: expect.stringMatching(/^0x/),
      });
      expect(await sendRefunds(ports)).toBe(0);
      expect(await received()).toBe(price);
      await books.ledger.close();
    },
    60_000,
  );

  test('waits for the operator where no wallet refunds, and says so', async () => {
    const { id } = await bought();
    await shop.remedies.owe(id, 'refund', chainNow());
    const { evm, solana, facilitator } = rail;
    const payments = new Payments(railSettings({ facilitatorUrl: facilitator.url, evm, solana }), log, chainNow);
    const ports = { remedies: shop.remedies, ledger: shop.ledger, payments, log, signer: undefined };
    expect(await sendRefunds(ports)).toBe(1);
    expect(await shop.remedies.find(id)).toMatchObject({ state: 'sending', reason: 'by_hand' });
    expect(await shop.remedies.record(id, '0xabc', chainNow() + 11 * 60_000)).toBe(true);
    expect(await shop.remedies.find(id)).toMatchObject({ state: 'refunded', transaction: '0xabc' });
  });
});

test('a job that brought nothing is owed a voucher a day after it failed, any other job nothing', async () => {
  let ahead = 0;
  const clock = () => new Date(testClock().getTime() + ahead);
  const selling = openTestJobs({ dataDir, clock, ledger: shop.ledger, undelivered: 'voucher' });
  const { evm, solana, facilitator } = rail;
  const payments = railSettings({ facilitatorUrl: facilitator.url, evm, solana });
  const seller = await openShop({ payments, dataDir, ledger: shop.ledger, selling });
  const buy = async (body: object) => {
    const { key } = await rail.evm.buyer();
    const { resource: _, ...payment } = await sign(evmClient(key), (await seller.post('svc-batch', body)).json);
    const { json } = await seller.post('svc-batch', body, paymentHeader(payment));
    return String(json.jobId);
  };
  const state = async (id: string) => (await selling.jobs.port.view(id)).document.state;
  selling.jobs.work();
  try {
    const none = await buy({ items: 2, unsupported: 0, failing: 2, takesMs: 0 });
    const some = await buy({ items: 2, unsupported: 0, failing: 1, takesMs: 0 });
    await expect.poll(() => state(none)).toBe('failed');
    await expect.poll(() => state(some)).toBe('completed_with_diagnostics');
    const owed = async () => {
      await selling.jobs.purge();
      return (await shop.remedies.list(10)).map(({ kind, state: of }) => [kind, of]);
    };
    expect(await owed()).toEqual([]);
    ahead = 23 * 3_600_000;
    expect(await owed()).toEqual([]);
    ahead = 40 * 86_400_000;
    expect(await owed()).toEqual([['voucher', 'granted']]);
    expect(await owed()).toEqual([['voucher', 'granted']]);
  } finally {
    await selling.jobs.close();
    await seller.close();
  }
}, 60_000);
