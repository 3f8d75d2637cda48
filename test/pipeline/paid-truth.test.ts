import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endDenied } from '../../src/payments/reconcile/reconcile.ts';
import type { LedgerEvent } from '../../src/store/ledger-states.ts';
import { openLedger } from '../../src/store/open-ledger.ts';
import type { Ledger } from '../../src/store/sql-ledger.ts';
import { chainNow } from '../clock.ts';
import { evmClient, paymentHeader, sign, solanaClient } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { railSettings } from '../rail/settings.ts';
import { proves } from '../spec/requirements.ts';
import { openShop, type Shop, type ShopReply } from './shop.ts';

const price = 10_000n;
const funds = 100_000_000n;
const body = { note: 'truth' };
type Kind = 'evm' | 'solana';

let rail: Rail;
let shop: Shop;
let later = 0;
/** Questions and steps of the ledger that fail as a store that cannot be reached does. */
let failing: readonly (LedgerEvent | 'find')[] = [];

beforeEach(async () => {
  rail = await startRail();
  later = 0;
  failing = [];
  const { evm, solana, facilitator } = rail;
  const payments = railSettings({ facilitatorUrl: facilitator.url, evm, solana, timeoutMs: 1_500 });
  shop = await openShop({ payments, now: () => chainNow() + later });
});
afterEach(async () => {
  await shop.close();
  await rail.close();
});

/** Body, ledger and chain after one sending of the payment. */
interface Seen {
  readonly status: number;
  readonly charged: unknown;
  readonly resend?: unknown;
  readonly challenge: boolean;
  readonly ledger: string | undefined;
  readonly spent: bigint;
}

const settled: Seen = { status: 200, charged: true, challenge: false, ledger: 'settled', spent: price };
const open = (ledger: 'unknown' | 'pending' | 'denied', spent: bigint): Seen => {
  return { status: 502, charged: 'unknown', resend: 'identical', challenge: false, ledger, spent };
};
const refused: Seen = { status: 402, charged: false, challenge: true, ledger: 'rejected', spent: 0n };

async function purchase(kind: Kind) {
  const { json } = await shop.post('svc-promoted', body);
  const accepts = json.accepts.filter(
    ({ network }: { network: string }) => network.startsWith('solana') === (kind === 'solana'),
  );
  const buyer = kind === 'evm' ? await rail.evm.buyer() : await rail.solana.buyer();
  const client = 'key' in buyer ? evmClient(buyer.key) : solanaClient(buyer.signer, rail.solana.rpcUrl);
  const payment = await sign(client, { ...json, accepts });
  const balance = async () => ('key' in buyer ? rail.evm.balance(buyer.address) : rail.solana.balance(buyer.address));
  const send = async (): Promise<Seen & { reply: ShopReply }> => {
    const reply = await shop.post('svc-promoted', body, paymentHeader(payment));
    const [row] = await shop.ledger.list();
    const { charged, resend } = reply.json;
    const challenge = reply.headers.get('payment-required') !== null || reply.json.accepts !== undefined;
    const spent = funds - (await balance());
    return { status: reply.status, charged, ...(resend && { resend }), challenge, ledger: row?.state, spent, reply };
  };
  return { payment, send };
}

const online = (kind: Kind, on: boolean) => rail[kind].online(on);
const dropped = () => rail.facilitator.fault('settle', { mode: 'drop' }, 1);
const lost = () => rail.facilitator.fault('settle', { mode: 'lost' }, 1);
const lie = (reason = 'insufficient_funds') => rail.facilitator.fault('settle', { mode: 'lie', reason }, 1);
const edited = (by: object) => rail.facilitator.fault('settle', { mode: 'edit', by }, 1);
const no = (reason = 'insufficient_funds') => rail.facilitator.fault('settle', { mode: 'reject', reason }, 1);
const expire = async (kind: Kind) => {
  if (kind === 'solana') return rail.solana.expire();
  later = 120_000;
  await rail.evm.pass(120);
};

interface Case {
  /** What goes wrong when the payment is sent first. */
  readonly first: (kind: Kind) => void;
  readonly atFirst: Seen;
  /** What has happened until the identical request comes again. */
  readonly meanwhile?: (kind: Kind) => void | Promise<void>;
  readonly atLast: Seen;
}

const cases: Readonly<Record<string, Case>> = {
  'settled, the answer lost': { first: lost, atFirst: open('unknown', price), atLast: settled },
  'never sent, the answer lost': { first: dropped, atFirst: open('unknown', 0n), atLast: settled },
  'settled, and denied as insufficient funds': { first: () => lie(), atFirst: settled, atLast: settled },
  'settled, and denied as expired': {
    first: () => lie('invalid_exact_evm_payload_authorization_valid_before'),
    atFirst: settled,
    atLast: settled,
  },
  'settled, and denied as an invalid signature': {
    first: () => lie('invalid_exact_evm_signature'),
    atFirst: settled,
    atLast: settled,
  },
  // as where another seller of the address had received it
  'settled, and denied as used before': {
    first: () => lie('duplicate_settlement'),
    atFirst: open('denied', price),
    atLast: open('denied', price),
  },
  'settled, and denied as failed without a transaction': {
    first: () => lie('invalid_transaction_state'),
    atFirst: open('denied', price),
    atLast: open('denied', price),
  },
  'settled, denied, and the node down': {
    first: (kind) => {
      lie();
      online(kind, false);
    },
    atFirst: open('denied', price),
    meanwhile: (kind) => online(kind, true),
    // what the wallet holds by then says nothing of what it held when the order was refused
    atLast: open('denied', price),
  },
  'settled, and the receipt names another payer': {
    first: () => edited({ payer: 'somebody else' }),
    atFirst: open('unknown', price),
    atLast: settled,
  },
  'settled, and the receipt names no transaction': {
    first: () => edited({ transaction: 'not-a-hash' }),
    atFirst: open('unknown', price),
    atLast: settled,
  },
  'settled, and the receipt names another amount': {
    first: () => edited({ amount: '1' }),
    atFirst: open('unknown', price),
    atLast: settled,
  },
  'truly refused': { first: () => no(), atFirst: refused, atLast: settled },
  'truly refused, and the node down': {
    first: (kind) => {
      no();
      online(kind, false);
    },
    atFirst: open('denied', 0n),
    meanwhile: (kind) => online(kind, true),
    atLast: settled,
  },
  'pending, landed': { first: () => lie('settlement_pending'), atFirst: open('pending', price), atLast: settled },
  'pending, never landed': { first: () => no('settlement_pending'), atFirst: open('pending', 0n), atLast: settled },
  'pending, never landed, ran out': {
    first: () => no('settlement_pending'),
    atFirst: open('pending', 0n),
    meanwhile: expire,
    atLast: refused,
  },
  'never sent, ran out': { first: dropped, atFirst: open('unknown', 0n), meanwhile: expire, atLast: refused },
  'settled, the answer lost, ran out': {
    first: lost,
    atFirst: open('unknown', price),
    meanwhile: expire,
    atLast: settled,
  },
  'never sent, ran out, and the node down': {
    first: dropped,
    atFirst: open('unknown', 0n),
    meanwhile: async (kind) => {
      await expire(kind);
      online(kind, false);
    },
    atLast: open('unknown', 0n),
  },
};

describe.each<Kind>(['evm', 'solana'])(
  'what is said, stored and moved agrees, at once and when sent again, on %s',
  (kind) => {
    test.each(Object.entries(cases))(
      '%s',
      async (_, { first, atFirst, meanwhile, atLast }) => {
        proves('err-502-settlement', 'limit-failed');
        const { send } = await purchase(kind);
        await first(kind);
        const { reply, ...seen } = await send();
        expect(seen).toEqual(atFirst);
        await meanwhile?.(kind);
        // a refused purchase rests for a second
        const again = async () => {
          const { reply: _, ...found } = await send();
          return found;
        };
        await expect.poll(again, { timeout: 6_000, interval: 300 }).toEqual(atLast);
        if (atFirst.status === 200) expect((await send()).reply.text).toBe(reply.text);
      },
      40_000,
    );
  },
);

describe('whatever ends a call after the order went out', () => {
  /** The shop on a ledger whose steps fail as those of a store that cannot be reached do. */
  async function failingShop() {
    const dataDir = mkdtempSync(join(tmpdir(), 'truth-'));
    const ledger = openLedger({ databaseUrl: undefined, dataDir });
    const gone = async () => {
      throw new Error('the connection broke');
    };
    const broken = new Proxy(ledger, {
      get(target, property) {
        const value = target[property as keyof Ledger] as unknown;
        if (typeof value !== 'function') return value;
        const method = value.bind(target) as (...args: unknown[]) => Promise<unknown>;
        if (property === 'find') return (...args: unknown[]) => (failing.includes('find') ? gone() : method(...args));
        if (property !== 'step') return method;
        return (...args: unknown[]) => (failing.includes(args[2] as LedgerEvent) ? gone() : method(...args));
      },
    });
    const { evm, solana, facilitator } = rail;
    const payments = railSettings({ facilitatorUrl: facilitator.url, evm, solana, timeoutMs: 1_500 });
    await shop.close();
    shop = await openShop({ payments, ledger: broken, dataDir, leaseMs: 700 });
    return async () => {
      await ledger.close();
      rmSync(dataDir, { recursive: true, force: true });
    };
  }

  test.each<[string, LedgerEvent[], () => void, bigint]>([
    ['the outcome that no one told cannot be stored', ['lose'], lost, price],
    ['a refusal cannot be stored', ['reject'], () => no(), 0n],
    ['what is pending cannot be stored', ['wait'], () => lie('settlement_pending'), price],
  ])(
    '%s: not known, and to be sent again',
    async (_, steps, goesWrong, spent) => {
      const close = await failingShop();
      const { send } = await purchase('evm');
      goesWrong();
      failing = steps;
      const { reply, ...seen } = await send();
      const ledger = 'settling';
      expect(seen).toEqual({ status: 503, charged: 'unknown', resend: 'identical', challenge: false, ledger, spent });
      expect(reply.json.code).toBe('not_ready');
      failing = ['find'];
      const blind = (await send()).reply;
      expect(blind.json).toMatchObject({ status: 503, charged: 'unknown', resend: 'identical' });
      failing = [];
      await expect.poll(async () => (await send()).reply.status, { timeout: 6_000 }).toBe(200);
      expect((await send()).spent).toBe(price);
      await close();
    },
    40_000,
  );

  test('a store that fails before the order: known to be uncharged', async () => {
    const close = await failingShop();
    const { send } = await purchase('evm');
    failing = ['dispatch'];
    const { reply } = await send();
    expect([reply.status, reply.json.charged, reply.json.resend]).toEqual([503, false, undefined]);
    failing = [];
    // the claim runs out
    await expect.poll(async () => (await send()).reply.status, { timeout: 6_000 }).toBe(200);
    await close();
  }, 40_000);

  test('what lands after a refusal is found without another order, and delivered where the operator says it was ours', async () => {
    const { payment, send } = await purchase('evm');
    no();
    expect((await send()).reply.status).toBe(402);
    await rail.evm.scheme.settle(payment as never, payment.accepted as never);
    const orders = rail.facilitator.calls.settle;
    await expect.poll(async () => (await send()).reply.json.settlement, { timeout: 6_000 }).toBe('denied');
    const { reply: _, ...seen } = await send();
    expect([seen, rail.facilitator.calls.settle]).toEqual([open('denied', price), orders]);
    const [row = expect.fail('no purchase')] = await shop.ledger.list();
    expect(await endDenied({ ledger: shop.ledger, now: chainNow }, row, true)).toBe(true);
    expect((await send()).reply.status).toBe(200);
    expect(rail.facilitator.calls.settle).toBe(orders);
  }, 40_000);

  test('a second sending while the first is under way: not known, with the time that is left', async () => {
    const { send } = await purchase('evm');
    rail.facilitator.fault('settle', { mode: 'delay', ms: 1_200 }, 1);
    const first = send();
    await expect.poll(() => rail.facilitator.calls.settle).toBe(1);
    const { reply } = await send();
    expect(reply.json).toMatchObject({ code: 'payment_processing_retry', charged: 'unknown', resend: 'identical' });
    const seconds = Number(reply.headers.get('retry-after'));
    const [row] = await shop.ledger.list();
    const left = ((row?.leaseUntil ?? 0) - chainNow()) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(left);
    expect(seconds).toBeLessThanOrEqual(5);
    expect((await first).reply.status).toBe(200);
  }, 40_000);
});
