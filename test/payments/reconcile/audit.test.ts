import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLines } from '../../../src/cli/ledger-audit.ts';
import { openChain, openChains } from '../../../src/payments/chain/open.ts';
import { type Audit, audit } from '../../../src/payments/reconcile/audit.ts';
import { reconcile } from '../../../src/payments/reconcile/reconcile.ts';
import type { PaymentSettings } from '../../../src/payments/settings.ts';
import type { Offer } from '../../../src/payments/wire.ts';
import { openSqlite } from '../../../src/store/sqlite.ts';
import { run } from '../../cli/command.ts';
import { chainNow } from '../../clock.ts';
import { openShop, type Shop } from '../../pipeline/shop.ts';
import { evmClient, paymentHeader, sign, signEvm, solanaClient } from '../../rail/buyer.ts';
import { evmAsset, evmNetwork } from '../../rail/evm-constants.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { railSettings } from '../../rail/settings.ts';
import { solanaAsset, solanaNetwork } from '../../rail/solana-constants.ts';
import { purchase } from '../../store/purchases.ts';

const networks = [evmNetwork, solanaNetwork];
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const minute = 60_000;

let rail: Rail;
let shop: Shop;
let settings: PaymentSettings;
let since: number;
let until: number;

beforeAll(async () => {
  rail = await startRail();
  settings = railSettings({ facilitatorUrl: rail.facilitator.url, evm: rail.evm, solana: rail.solana });
  shop = await openShop({ payments: settings, now: chainNow });
  since = chainNow() - 5 * minute;
  until = chainNow() + 8 * minute;
  for (const network of networks) for (let n = 0; n < 2; n++) expect(await buy(network, `sale ${n}`)).toBe(200);
  for (const network of networks) {
    rail.facilitator.fault('settle', { mode: 'lost' }, 1);
    expect(await buy(network, 'lost')).toBe(502);
  }
  await pass(20 * minute);
}, 60_000);
afterAll(async () => {
  await shop.close();
  await rail.close();
});

/** Time passes on both chains, so that what landed is final. */
async function pass(ms: number): Promise<void> {
  await rail.evm.travel(ms / 1000);
  rail.solana.travel(ms / 1000);
}

async function signed(network: string, note: string, isLate = false) {
  const { json } = await shop.post('svc-promoted', { note });
  const accepts = json.accepts.filter((offer: Offer) => offer.network === network);
  const onEvm = network === evmNetwork;
  const buyer = onEvm ? await rail.evm.buyer() : await rail.solana.buyer();
  // the chain may be ahead of this process by now
  const validBefore = Math.floor(chainNow() / 1000) + 86_400;
  const payment =
    'key' in buyer
      ? await (isLate
          ? signEvm(buyer.key, accepts[0], { validBefore })
          : sign(evmClient(buyer.key), { ...json, accepts }))
      : await sign(solanaClient(buyer.signer, rail.solana.rpcUrl), { ...json, accepts });
  /** Pays the address past this shop. */
  const settle = async () =>
    (await (onEvm ? rail.evm : rail.solana).scheme.settle(payment as never, accepts[0])).transaction;
  return { payment, settle, payer: buyer.address };
}

async function buy(network: string, note: string): Promise<number> {
  const { payment } = await signed(network, note);
  return (await shop.post('svc-promoted', { note }, paymentHeader(payment))).status;
}

const ports = () => ({ ledger: shop.ledger, settings, open: (network: string) => openChain(network, settings) });
const look = (): Promise<Audit> => audit(ports(), { since, until });
const on = (network: string, found: Audit) => found.differences.filter((one) => one.network === network);
/** A sale on a network: id and transaction. */
const soldOn = async (network: string) => {
  const row = (await shop.ledger.list({ limit: 1000 })).find((one) => one.network === network);
  const { transaction } = JSON.parse(row?.receipt ?? '{}') as { transaction: string };
  return { id: row?.id ?? '', offer: row?.offer ?? '', transaction };
};

/** Writes one column of a row past the program, and gives what was there. */
function write(id: string, column: 'offer' | 'payer_hash' | 'receipt', change: (value: string) => string): () => void {
  const file = openSqlite(join(shop.dataDir, 'ledger.sqlite'));
  const { value } = file.prepare(`SELECT ${column} AS value FROM purchases WHERE id = ?`).get(id) as { value: string };
  const set = (text: string) => file.prepare(`UPDATE purchases SET ${column} = ? WHERE id = ?`).run(text, id);
  set(change(value));
  return () => {
    set(value);
    file.close();
  };
}

/** A settled row that no payment made. */
async function plantRow(network: string, id: string, transaction: string): Promise<void> {
  const { offer } = await soldOn(network);
  const now = chainNow();
  const terms = { network, offer, payerHash: id, validUntil: network === evmNetwork ? now : 0 };
  await shop.ledger.claim(purchase(id, terms), { holder: 'a', now, leaseMs: 1000 }, 8);
  await shop.ledger.step(id, 'a', 'dispatch', now, { body: '{}' });
  await shop.ledger.step(id, 'a', 'settle', now, { receipt: JSON.stringify({ success: true, transaction, network }) });
}
const remove = (id: string) => {
  const file = openSqlite(join(shop.dataDir, 'ledger.sqlite'));
  file.prepare('DELETE FROM purchases WHERE id = ?').run(id);
  file.close();
};

const command = async () => {
  const period = ['--since', new Date(since).toISOString(), '--until', new Date(until).toISOString()];
  const all = { SVC_DATA_DIR: shop.dataDir, ...rail.settings };
  // the chains of this process have its clock
  const { status, stdout } = await run(['ledger', 'audit', ...period], all, new Date(chainNow()));
  const rows = stdout.split('\n').filter(Boolean);
  return { status, rows: rows.map((row) => JSON.parse(row) as Record<string, unknown>) };
};

// each test undoes what it planted, but for transfers, which stay on the chain
describe('ledger and chain', { shuffle: false }, () => {
  test('an outcome that is unknown here and landed there is named with its row, and agrees once it is reconciled', async () => {
    const found = await look();
    for (const network of networks)
      expect(on(network, found)).toEqual([
        expect.objectContaining({ kind: 'purchase_missing', state: 'unknown', amount: 10_000n }),
      ]);
    const later = () => chainNow() + 20 * minute;
    await reconcile({ ledger: shop.ledger, chains: await openChains(settings), now: later, log });
    expect((await look()).differences).toEqual([]);
    // settled in a later period than that of its transfer: searched for in its own time
    const next = await audit(ports(), { since: later() - minute, until: later() + minute });
    expect([next.purchases, next.differences, next.unread]).toEqual([2, [], []]);
    expect(next.read.map(({ transfers }) => transfers)).toEqual([0, 0]);
  }, 60_000);

  test('agree after sales on both rails: exit status 0, with the addresses and how far they were read', async () => {
    const found = await look();
    expect([found.differences, found.unread, found.purchases]).toEqual([[], [], 4]);
    expect(found.read.map(({ network, transfers, amount, why }) => [network, transfers, amount, why])).toEqual(
      networks.map((network) => [network, 3, 30_000n, undefined]),
    );
    const { status, rows } = await command();
    const read = {
      kind: 'read',
      transfers: 3,
      amount: '0.03',
      since: new Date(Math.floor(since / 1000) * 1000).toISOString(),
    };
    expect([status, rows]).toEqual([0, networks.map((network) => expect.objectContaining({ ...read, network }))]);
    expect([...auditLines(found)].at(-1)).toBe('ledger and chain agree: 4 purchases settled');
  });

  test('a row with another amount, address, payer or transaction than its transfer is named with what differs', async () => {
    for (const network of networks) {
      const { transaction, id } = await soldOn(network);
      const offerWith = (change: object) => (text: string) => JSON.stringify({ ...JSON.parse(text), ...change });
      const planted = [
        ['amount', 'offer', offerWith({ amount: '20000' })],
        ['address', 'offer', offerWith({ payTo: network === evmNetwork ? evmAsset : solanaAsset })],
        ['payer', 'payer_hash', () => 'another'],
        ['transaction', 'receipt', offerWith({ transaction: 'another' })],
      ] as const;
      for (const [field, column, change] of planted) {
        const undo = write(id, column, change);
        const differences = on(network, await look());
        undo();
        expect(differences).toEqual([
          { kind: 'transfer_differs', network, purchase: id, transaction, fields: [field] },
        ]);
      }
    }
  }, 60_000);

  test('a settled row without a transfer, and one with the transaction of another, are named', async () => {
    for (const network of networks) {
      const { id, transaction } = await soldOn(network);
      const never = network === evmNetwork ? `0x${'ab'.repeat(32)}` : '5'.repeat(88);
      await plantRow(network, 'f1'.repeat(32), never);
      await plantRow(network, 'f2'.repeat(32), transaction);
      const differences = on(network, await look());
      const { status } = await command();
      remove('f1'.repeat(32));
      remove('f2'.repeat(32));
      expect(differences).toEqual([
        { kind: 'transfer_missing', network, purchase: 'f1'.repeat(32), transaction: never },
        { kind: 'claimed_twice', network, purchase: 'f2'.repeat(32), transaction, other: id },
      ]);
      expect(status).toBe(1);
    }
  }, 60_000);

  test('what could not be read is unavailable, and never agrees', async () => {
    rail.evm.online(false);
    const found = await look();
    const { status, rows } = await command();
    rail.evm.online(true);
    expect(found.differences).toEqual([]);
    expect(found.unread).toEqual([
      { kind: 'unavailable', network: evmNetwork, purchases: 2, why: expect.stringMatching(/^chain: /) },
    ]);
    expect([status, rows.find(({ kind }) => kind === 'unavailable')]).toEqual([
      3,
      expect.objectContaining({ purchases: 2 }),
    ]);
    expect([...auditLines(found)].join('\n')).toContain('not everything could be read');
    const without = await audit({ ...ports(), open: async () => undefined }, { since, until });
    expect([without.unread.length, without.differences]).toEqual([2, []]);
    expect([...auditLines(without)].join('\n')).not.toContain('agree');
    // a period that is not over on the chain is not wholly read
    const early = await audit(ports(), { since, until: until + 60 * minute });
    expect(early.read.map(({ why }) => why)).toEqual(networks.map(() => 'chain: not final yet'));
    expect([...auditLines(early)].join('\n')).not.toContain('agree');
  }, 60_000);

  test('a transfer without a purchase is named as the chain shows it, whoever sent it and however', async () => {
    const planted = await Promise.all(
      networks.map(async (network) => ({ network, ...(await signed(network, 'past', true)) })),
    );
    const buyer = await rail.evm.buyer(777n);
    const expected = [
      {
        network: evmNetwork,
        transaction: await rail.evm.empty(buyer, rail.evm.payTo),
        payer: buyer.address,
        amount: 777n,
      },
    ];
    for (const { network, settle, payer } of planted)
      expected.push({
        network,
        transaction: (await settle()) as `0x${string}`,
        payer: payer as `0x${string}`,
        amount: 10_000n,
      });
    await pass(20 * minute);
    until = chainNow() + 60 * minute;
    await pass(60 * minute);
    const { differences } = await look();
    expect(differences).toHaveLength(3);
    for (const one of expected)
      expect(differences).toContainEqual(
        expect.objectContaining({ kind: 'purchase_missing', ...one, at: expect.any(Number) }),
      );
    const { status, rows } = await command();
    expect(status).toBe(1);
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'purchase_missing', amount: '0.000777', payer: buyer.address }),
    );
  }, 60_000);
});
