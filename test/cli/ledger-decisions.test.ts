import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stored } from '../../src/store/ledger.ts';
import type { LedgerEvent } from '../../src/store/ledger-states.ts';
import { openLedger } from '../../src/store/open-ledger.ts';
import { purchase, t0 } from '../store/purchases.ts';
import { run } from './command.ts';

const offer = JSON.stringify({ scheme: 'exact', network: 'eip155:8453', amount: '50000', asset: '0x1', payTo: '0x2' });
const idOf = (digits: string) => digits.repeat(16);
const transaction = `0x${'ab'.repeat(32)}`;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'decisions-'));
  const book = openLedger({ databaseUrl: undefined, dataDir: folder });
  const ways: Readonly<Record<string, readonly (readonly [LedgerEvent, Stored])[]>> = {
    aa11: [
      ['dispatch', { body: 'text' }],
      ['deny', { transaction }],
    ],
    bb22: [
      ['dispatch', { body: 'text' }],
      ['deny', { transaction }],
    ],
    cc33: [
      ['dispatch', { body: 'text' }],
      ['deny', {}],
    ],
    dd44: [
      ['dispatch', { body: 'text' }],
      ['settle', { receipt: JSON.stringify({ success: true, transaction }) }],
    ],
  };
  for (const [digits, events] of Object.entries(ways)) {
    await book.claim(purchase(idOf(digits), { payerHash: digits, offer }), { holder: 'a', now: t0, leaseMs: 1 }, 8);
    for (const [event, stored] of events) expect(await book.step(idOf(digits), 'a', event, t0, stored)).toBe(true);
  }
  await book.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ledger = (...args: readonly string[]) =>
  run(['ledger', ...args], { SVC_DATA_DIR: folder, SVC_EVM_PAY_TO: '0x00000000000000000000000000000000000000A1' });
const stateOf = async (digits: string) => JSON.parse((await ledger('show', digits)).stdout).state as string;

test('the operator ends what is denied, by what the chain and the other sellers say', async () => {
  expect(await ledger('resolve', 'aa11', '--as', 'maybe')).toMatchObject({ status: 2 });
  expect((await ledger('resolve', 'aa11', '--as', 'paid')).stdout).toContain('settled');
  expect(await stateOf('aa11')).toBe('settled');
  expect(JSON.parse((await ledger('show', 'aa11')).stdout).transaction).toBe(transaction);
  expect((await ledger('resolve', 'bb22', '--as', 'not-paid')).stdout).toContain('rejected');
  expect(await stateOf('bb22')).toBe('rejected');
  // without a transfer nothing can have been paid
  expect(await ledger('resolve', 'cc33', '--as', 'paid')).toMatchObject({ status: 2 });
  expect(await ledger('resolve', 'dd44', '--as', 'not-paid')).toMatchObject({ status: 2 });
  expect(await stateOf('dd44')).toBe('settled');
}, 60_000);

test('the operator owes, lists and records what a purchase is owed', async () => {
  expect(await ledger('remedies', 'owe', 'dd44', '--as', 'thanks')).toMatchObject({ status: 2 });
  expect((await ledger('remedies', 'owe', 'dd44', '--as', 'refund')).stdout).toContain('a refund is owed');
  expect(await ledger('remedies', 'owe', 'dd44', '--as', 'voucher')).toMatchObject({ status: 2 });
  expect(await ledger('remedies', 'owe', 'cc33', '--as', 'voucher')).toMatchObject({ status: 2 });
  expect((await ledger('remedies', 'refunded', 'dd44', '--transaction', '0xfeed')).status).toBe(0);
  expect(JSON.parse((await ledger('remedies', 'ls')).stdout)).toMatchObject({
    ...{ purchaseId: idOf('dd44'), kind: 'refund', state: 'refunded', transaction: '0xfeed' },
  });
}, 60_000);

test('the operator adopts a ledger', async () => {
  expect(await ledger('adopt')).toMatchObject({ status: 0, stdout: expect.stringContaining('sells with this ledger') });
}, 60_000);
