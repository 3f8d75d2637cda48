import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChainReader } from '../../../src/payments/chain/reader.ts';
import { type ReconcilePorts, reconcile } from '../../../src/payments/reconcile/reconcile.ts';
import type { LedgerEvent } from '../../../src/store/ledger-states.ts';
import { openLedger } from '../../../src/store/open-ledger.ts';
import type { Ledger } from '../../../src/store/sql-ledger.ts';
import { purchase, t0 } from '../../store/purchases.ts';

const day = 86_400_000;
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const offer = JSON.stringify({ network: 'eip155:8453', amount: '10000', asset: '0x1', payTo: '0x2' });
const ways: Readonly<Record<string, readonly LedgerEvent[]>> = {
  unknown: ['dispatch', 'lose'],
  pending: ['dispatch', 'wait'],
  orphan: ['dispatch'],
  settled: ['dispatch', 'settle'],
  rejected: ['dispatch', 'reject'],
  denied: ['dispatch', 'deny'],
};

let folder: string;
let ledger: Ledger;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pruned-'));
  ledger = openLedger({ databaseUrl: undefined, dataDir: folder });
});
afterAll(async () => {
  await ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

async function plant(
  id: string,
  state: string,
  at: number,
  more: object = {},
  stored: object = { body: 'x' },
): Promise<void> {
  const terms = { payerHash: id, offer, validUntil: at + 60_000, ...more };
  await ledger.claim(purchase(id, terms), { holder: 'a', now: at, leaseMs: 1 }, 8);
  for (const event of ways[state] ?? []) await ledger.step(id, 'a', event, at, stored);
}

/** A chain on which nothing landed, of a node that keeps a day. */
const chain: ChainReader = {
  network: 'eip155:8453',
  received: async ({ since, until }) => {
    const kept = Math.max(since, Math.floor((t0 - day) / 1000));
    const why = kept > since && { why: 'chain: pruned' };
    return { transfers: [], since: Math.min(kept, until), until, ...why };
  },
  transfersIn: async () => [],
};

test('what can never be answered is no obstacle to the others, page after page; what is not due is left alone', async () => {
  for (let n = 0; n < 7; n++) await plant(`old ${n}`, 'unknown', t0 - 30 * day + n);
  for (const state of Object.keys(ways)) await plant(state, state, t0 - 3_600_000);
  await plant('by hand', 'denied', t0 - 3_600_000, {}, { body: 'x', transaction: '0x1' });
  await plant('usable', 'unknown', t0 - 1000);
  await plant('solana', 'unknown', t0 - 10 * 60_000, { validUntil: 0 });
  await plant('elsewhere', 'unknown', t0 - 3_600_000, { network: 'eip155:1' });
  const small: Ledger = Object.create(ledger, {
    list: { value: (options: object) => ledger.list({ ...options, limit: 3 }) },
    takeOver: { value: ledger.takeOver.bind(ledger) },
    step: { value: ledger.step.bind(ledger) },
  });
  const ports: ReconcilePorts = { ledger: small, chains: [chain], now: () => t0, log };
  const done = await reconcile(ports);
  const of = (became: string) => done.filter((one) => one.became === became).map(({ id }) => id);
  expect(of('rejected').sort()).toEqual(['denied', 'orphan', 'pending', 'unknown']);
  expect(of('left').sort()).toEqual(Array.from({ length: 7 }, (_, n) => `old ${n}`));
  expect(done).toHaveLength(11);
});
