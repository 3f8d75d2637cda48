import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DownstreamSettings } from '../../../src/payments/downstream/settings.ts';
import { openBooks } from '../../../src/store/open-ledger.ts';
import type { SpendStore } from '../../../src/store/sql-spend.ts';
import { chainNow } from '../../clock.ts';
import { openShop, type Shop, type ShopReply } from '../../pipeline/shop.ts';
import { evmClient, paymentHeader, receiptOf, sign } from '../../rail/buyer.ts';
import { evmNetwork } from '../../rail/evm-constants.ts';
import { startFacilitator, type TestFacilitator } from '../../rail/facilitator.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { railSettings } from '../../rail/settings.ts';
import { proves } from '../../spec/requirements.ts';
import { buysOver } from './parts.ts';
import { type PaidMode, price, type Seller, startSeller, type UnpaidMode } from './seller.ts';

let rail: Rail;
let seller: Seller;
let shop: Shop;
let wallet: Awaited<ReturnType<Rail['evm']['buyer']>>;
/** Where the seller is paid; not where we are. */
const payTo = '0x000000000000000000000000000000000000dEaD';
const slug = 'svc-buying';
const sold = 490_000n;

/** The facilitator of the seller; faults of ours are not its. */
let theirs: TestFacilitator;

beforeAll(async () => {
  rail = await startRail();
  theirs = await startFacilitator([{ network: evmNetwork, scheme: rail.evm.scheme }]);
});
afterAll(async () => {
  await theirs.close();
  await rail.close();
});
beforeEach(async () => {
  rail.facilitator.heal();
  seller = await startSeller({ facilitatorUrl: theirs.url, payTo });
  wallet = await rail.evm.buyer(10_000_000n);
});
afterEach(async () => {
  await shop?.close();
  await seller.close();
});

async function open(downstream: DownstreamSettings = buysOver(seller, { payTo, key: wallet.key }), spend?: SpendStore) {
  const { evm, solana, facilitator } = rail;
  const payments = railSettings({ facilitatorUrl: facilitator.url, evm, solana });
  shop = await openShop({ payments, downstream, ...(spend && { spend }) });
}

const spentByUs = async () => 10_000_000n - (await rail.evm.balance(wallet.address));
const states = async () => (await shop.spend.list()).map(({ state }) => state);

/** A buyer of ours with a payment for one call. */
async function buyer(body: object, funds = 100_000_000n) {
  const who = await rail.evm.buyer(funds);
  const payment = async () => {
    const challenge = (await shop.post(slug, body)).json;
    const { resource: _, ...signed } = await sign(evmClient(who.key), challenge);
    return paymentHeader(signed);
  };
  const spent = async () => funds - (await rail.evm.balance(who.address));
  return { who, payment, spent, headers: await payment() };
}

const said = ({ status, json }: ShopReply) => [status, json.code ?? json.kind, json.charged];

describe('a call that buys outside', () => {
  test('is paid for, buys once and is replayed without buying again', async () => {
    await open();
    const body = { latitude: 35.7 };
    const { headers, spent } = await buyer(body);
    const first = await shop.post(slug, body, headers);
    expect([first.status, first.json.panels]).toEqual([200, 44]);
    expect(receiptOf(first.headers).success).toBe(true);
    const again = await shop.post(slug, body, headers);
    expect(again.text).toBe(first.text);
    expect([await spent(), await spentByUs(), seller.payments.length]).toEqual([sold, price, 1]);
    expect(await states()).toEqual(['confirmed']);
  });

  test('buys of a seller of version 1 of the protocol too', async () => {
    await open();
    seller.unpaidMode = 'challenge_v1';
    const { headers } = await buyer({ latitude: 35.7 });
    expect((await shop.post(slug, { latitude: 35.7 }, headers)).status).toBe(200);
    expect([await spentByUs(), seller.payments.length]).toEqual([price, 1]);
  });

  test('budget headers stand in the challenge', async () => {
    proves('auth-13-budget');
    await open();
    const free = await shop.post(slug, { latitude: 35.7 });
    expect(free.status).toBe(402);
    expect(free.headers.get('x-svc-provider-budget-state')).toBe('not_enforced');
    // what one answer may cost and one signature
    expect(free.headers.get('x-svc-provider-budget-reserved')).toBe('0.22');
    expect(free.headers.get('x-svc-provider-budget-reset-at')).toBeNull();
    expect(seller.unpaid).toBe(0);
  });
});

interface Fault {
  readonly title: string;
  readonly unpaid?: UnpaidMode;
  readonly paid?: PaidMode;
  readonly status: number;
  readonly code: string;
  readonly state: string;
  /** Requests without a payment that reached the seller. */
  readonly queried: number;
  /** Requests that bore a payment. */
  readonly sent: number;
  readonly moved: bigint;
}

const challengeFault = { status: 503, code: 'ext_challenge_unavailable', state: 'released', sent: 0, moved: 0n };
const lost = { status: 503, code: 'ext_upstream_result_unavailable', state: 'unknown', queried: 1, sent: 1 };

const faults: readonly Fault[] = [
  { title: 'drops the first request', unpaid: 'drop', queried: 2, ...challengeFault },
  { title: 'forbids the first request', unpaid: 'forbid', queried: 2, ...challengeFault },
  { title: 'makes a challenge that cannot be read', unpaid: 'garbage', queried: 2, ...challengeFault },
  { title: 'fails at the first request', unpaid: 'error', queried: 1, ...challengeFault },
  { title: 'asks more than the policy allows', unpaid: 'too_dear', queried: 1, ...challengeFault },
  { title: 'names another payee', unpaid: 'other_payee', queried: 1, ...challengeFault },
  { title: 'names another network', unpaid: 'other_network', queried: 1, ...challengeFault },
  { title: 'names another token', unpaid: 'other_asset', queried: 1, ...challengeFault },
  { title: 'makes a challenge for another endpoint', unpaid: 'other_endpoint', queried: 1, ...challengeFault },
  { title: 'offers two entries within the policy', unpaid: 'two_entries', queried: 1, ...challengeFault },
  {
    ...{ title: 'refuses the payment', paid: 'refuse', status: 503, code: 'ext_upstream_payment_rejected' },
    ...{ state: 'rejected', queried: 1, sent: 1, moved: 0n },
  },
  {
    ...{
      title: 'answers the payment with 400',
      paid: 'bad_request',
      status: 503,
      code: 'ext_upstream_payment_rejected',
    },
    ...{ state: 'rejected', queried: 1, sent: 1, moved: 0n },
  },
  { title: 'drops the paid request', paid: 'drop', moved: 0n, ...lost },
  { title: 'never answers the paid request', paid: 'hang', moved: 0n, ...lost },
  { title: 'settles and drops the answer', paid: 'settle_then_drop', moved: price, ...lost },
  { title: 'settles and fails', paid: 'settle_then_error', moved: price, ...lost },
  { title: 'settles and answers what is no JSON', paid: 'settle_then_garbage', moved: price, ...lost },
  { title: 'settles and answers in another shape', paid: 'settle_then_other_shape', moved: price, ...lost },
];

const rules: Readonly<Record<string, string>> = {
  ext_challenge_unavailable: 'err-503-challenge',
  ext_upstream_payment_rejected: 'err-503-rejected',
  ext_upstream_result_unavailable: 'err-503-result',
};
const ruleOf = (code: string) => [rules[code] ?? []].flat();

describe('whatever the provider does: the buyer is not charged, and no payment is sent twice', () => {
  test.each(faults)('$title', async ({ unpaid, paid, status, code, state, queried, sent, moved }) => {
    proves(...ruleOf(code));
    await open();
    if (unpaid) seller.unpaidMode = unpaid;
    if (paid) seller.paidMode = paid;
    const body = { latitude: 35.7 };
    const { headers, spent } = await buyer(body);
    const failed = await shop.post(slug, body, headers);
    expect(said(failed)).toEqual([status, code, false]);
    expect(await states()).toEqual([state]);
    // the outer claim is given back, so that the payment is unused
    expect(await shop.ledger.list()).toEqual([]);
    expect([seller.unpaid, seller.payments.length]).toEqual([queried, sent]);
    // sent again while the provider is well: what bore a payment is never sent again
    seller.unpaidMode = 'challenge';
    seller.paidMode = 'sell';
    const again = await shop.post(slug, body, headers);
    if (sent > 0) {
      expect(said(again)).toEqual([status, code, false]);
      expect([seller.payments.length, await spentByUs()]).toEqual([sent, moved]);
      expect(await spent()).toBe(0n);
    } else {
      expect([again.status, again.json.panels]).toEqual([200, 44]);
      expect([seller.payments.length, await spentByUs(), await spent()]).toEqual([1, price, sold]);
    }
  });

  test('a first request that fails once is queried once more', async () => {
    await open();
    for (const mode of ['drop', 'forbid', 'garbage'] as const) {
      const body = { latitude: 35.7, restsMs: mode.length };
      const { headers } = await buyer(body);
      seller.once(mode);
      expect((await shop.post(slug, body, headers)).status).toBe(200);
    }
    expect(seller.payments.length).toBe(3);
  });

  test('a provider that cannot be reached at all is a challenge that is not to be had', async () => {
    await open();
    const body = { latitude: 35.7 };
    const { headers } = await buyer(body);
    await seller.close();
    expect(said(await shop.post(slug, body, headers))).toEqual([503, 'ext_challenge_unavailable', false]);
    expect(await states()).toEqual(['released']);
  });

  test('an answer that no payment is requested costs nothing', async () => {
    await open();
    seller.unpaidMode = 'free';
    const { headers } = await buyer({ latitude: 35.7 });
    expect((await shop.post(slug, { latitude: 35.7 }, headers)).status).toBe(200);
    expect([seller.payments.length, await spentByUs()]).toEqual([0, 0n]);
  });

  test('"nothing there" is an answer: free for the buyer, and stored', async () => {
    await open();
    seller.paidMode = 'nothing_there';
    const body = { latitude: 35.7 };
    const { headers, spent } = await buyer(body);
    expect(said(await shop.post(slug, body, headers))).toEqual([200, 'buying_diagnostic', false]);
    seller.paidMode = 'sell';
    expect(said(await shop.post(slug, body, headers))).toEqual([200, 'buying_diagnostic', false]);
    expect([seller.payments.length, await spent()]).toEqual([1, 0n]);
  });
});

describe('the payment of the buyer', () => {
  test('is looked at once more right before money goes out', async () => {
    await open();
    const body = { latitude: 35.7, restsMs: 700 };
    const { headers, who, spent } = await buyer(body);
    const call = shop.post(slug, body, headers);
    await expect.poll(() => shop.runs.of('buying'), { timeout: 10_000 }).toBe(1);
    await rail.evm.empty(who);
    const refused = await call;
    expect([refused.status, refused.json.code]).toEqual([402, 'insufficient_funds']);
    expect([seller.payments.length, await spentByUs()]).toEqual([0, 0n]);
    expect(await states()).toEqual(['released']);
    expect(await spent()).toBe(100_000_000n);
  });

  test('that stays unsettled with spending behind it is in the way of further spending', async () => {
    await open();
    const body = { latitude: 35.7, fails: true };
    const { who, headers } = await buyer(body);
    expect((await shop.post(slug, body, headers)).status).toBe(500);
    const other = { latitude: 36.1 };
    const { resource: _, ...signed } = await sign(evmClient(who.key), (await shop.post(slug, other)).json);
    expect(said(await shop.post(slug, other, paymentHeader(signed)))).toEqual([
      429,
      'too_many_unsettled_payments',
      false,
    ]);
    expect(seller.payments.length).toBe(1);
    // another payer is not held up
    const stranger = await buyer(other);
    expect((await shop.post(slug, other, stranger.headers)).status).toBe(200);
  });

  test('made anew for the same call is handed what was bought before', async () => {
    await open();
    const body = { latitude: 35.7 };
    const { payment, headers, spent } = await buyer(body);
    rail.facilitator.fault('settle', { mode: 'reject', reason: 'insufficient_funds' });
    expect(said(await shop.post(slug, body, headers))).toEqual([402, 'insufficient_funds', false]);
    rail.facilitator.heal();
    const paid = await shop.post(slug, body, await payment());
    expect([paid.status, paid.json.panels]).toEqual([200, 44]);
    expect([seller.payments.length, await spent()]).toEqual([1, sold]);
  });

  test('may end free three times in an hour with spending behind it, and no fourth time', async () => {
    await open();
    const who = await rail.evm.buyer();
    const codes: unknown[] = [];
    for (const latitude of [35.1, 35.2, 35.3, 35.4]) {
      const body = { latitude, mismatched: true };
      const { resource: _, ...signed } = await sign(evmClient(who.key), (await shop.post(slug, body)).json);
      codes.push((await shop.post(slug, body, paymentHeader(signed))).status);
    }
    expect(codes).toEqual([200, 200, 200, 429]);
    expect(seller.payments.length).toBe(3);
  });
});

describe('the budget of a day', () => {
  const limited = (dailyUsd: string) => buysOver(seller, { payTo, key: wallet.key }, { dailyUsd });

  test('an exhausted breaker asks for no payment', async () => {
    proves('auth-13-budget');
    await open(limited('0.30'));
    const body = { latitude: 35.7 };
    const first = await shop.post(slug, body);
    expect(first.headers.get('x-svc-provider-budget-state')).toBe('available');
    const { headers } = await buyer(body);
    expect((await shop.post(slug, body, headers)).status).toBe(200);
    const exhausted = await shop.post(slug, { latitude: 36 });
    expect(said(exhausted)).toEqual([503, 'ext_provider_unavailable', false]);
    expect(exhausted.headers.get('x-svc-provider-budget-state')).toBe('exhausted');
    expect(exhausted.headers.get('x-svc-provider-budget-reserved')).toBe('0.22');
    const reset = Date.parse(exhausted.headers.get('x-svc-provider-budget-reset-at') ?? '');
    expect(reset % 86_400_000).toBe(0);
    const seconds = Number(exhausted.headers.get('retry-after'));
    expect(Math.abs(chainNow() + seconds * 1000 - reset)).toBeLessThan(5_000);
    expect(exhausted.json.providerBudget).toEqual({ state: 'exhausted', resetAt: new Date(reset).toISOString() });
  });

  test('holds where two buyers come at once', async () => {
    await open(limited('0.30'));
    const buyers = [await buyer({ latitude: 35.1 }), await buyer({ latitude: 35.2 })];
    const replies = await Promise.all(
      buyers.map(({ headers }, at) => shop.post(slug, { latitude: at === 0 ? 35.1 : 35.2 }, headers)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 503]);
    expect([seller.payments.length, await spentByUs()]).toEqual([1, price]);
  });
});

describe('what is written down and what is not', () => {
  test('a store that is silent buys nothing', async () => {
    proves('err-503-workflow');
    await open();
    const silent = new Proxy(shop.spend, {
      get: (target, name: keyof SpendStore) =>
        name === 'reserve' ? () => Promise.reject(new Error('disk I/O error')) : target[name].bind(target),
    });
    await shop.close();
    await open(undefined, silent);
    const body = { latitude: 35.7 };
    const { headers, spent } = await buyer(body);
    expect(said(await shop.post(slug, body, headers))).toEqual([503, 'ext_workflow_state_unavailable', false]);
    expect([seller.unpaid, seller.payments.length, await spent()]).toEqual([0, 0, 0n]);
  });

  test('neither key nor signature is stored or logged', async () => {
    await open();
    const body = { latitude: 35.7 };
    const { headers } = await buyer(body);
    await shop.post(slug, body, headers);
    const stored = JSON.stringify(await shop.spend.list());
    expect(stored).toContain(seller.payments[0]?.nonce);
    for (const text of [stored, ...shop.logged]) expect(text).not.toContain(wallet.key.slice(2));
    expect(stored).not.toMatch(/signature/i);
  });

  test('a body with a licensed part is stored a day, then its receipt alone', async () => {
    let ahead = 0;
    const { evm, solana, facilitator } = rail;
    const payments = railSettings({ facilitatorUrl: facilitator.url, evm, solana });
    const downstream = buysOver(seller, { payTo, key: wallet.key });
    shop = await openShop({ payments, downstream, now: () => chainNow() + ahead });
    const body = { latitude: 35.7 };
    const { headers } = await buyer(body);
    const bought = await shop.post(slug, body, headers);
    expect(bought.status).toBe(200);
    ahead = 23 * 3_600_000;
    expect((await shop.post(slug, body, headers)).text).toBe(bought.text);
    ahead = 25 * 3_600_000;
    const gone = await shop.post(slug, body, headers);
    expect(said(gone)).toEqual([410, 'payment_artifact_expired', true]);
    expect(gone.json.receipt.transaction).toBe(receiptOf(bought.headers).transaction);
    // and so it goes from the store, with the answer of the provider
    const now = chainNow() + ahead;
    const { bodies } = await shop.ledger.purge({
      now,
      bodyMs: 30 * 86_400_000,
      rowMs: 400 * 86_400_000,
      maxBytes: 1e9,
    });
    const { results } = await shop.spend.purge(now, 400 * 86_400_000);
    expect([bodies, results]).toEqual([1, 1]);
    const [row] = await shop.ledger.list();
    expect((await shop.ledger.find(row?.id ?? ''))?.body).toBeUndefined();
  });

  test('an operator says what became of what no one knows', async () => {
    await open();
    seller.paidMode = 'settle_then_drop';
    const body = { latitude: 35.7 };
    const { headers, payment } = await buyer(body);
    expect((await shop.post(slug, body, headers)).status).toBe(503);
    const [open_] = await shop.spend.list({ states: ['unknown'] });
    expect(await shop.spend.step(open_?.id ?? '', null, 'write_off', chainNow())).toBe(true);
    expect(await shop.spend.step(open_?.id ?? '', null, 'give_back', chainNow())).toBe(false);
    // paid for and lost: the same purchase is never bought again, a new one may be
    seller.paidMode = 'sell';
    expect((await shop.post(slug, body, headers)).status).toBe(503);
    expect((await shop.post(slug, body, await payment())).status).toBe(200);
    expect(seller.payments.length).toBe(2);
  });
});

test('books of one database share it', async () => {
  await open();
  const other = openBooks({ databaseUrl: undefined, dataDir: shop.dataDir });
  expect(await other.spend.list()).toEqual([]);
  await other.ledger.close();
});
