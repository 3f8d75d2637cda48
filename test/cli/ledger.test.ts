import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { momentOf } from '../../src/cli/ledger-options.ts';
import { purchaseTable, type ShownPurchase } from '../../src/cli/ledger-print.ts';
import type { LedgerEvent } from '../../src/store/ledger-states.ts';
import { openLedger } from '../../src/store/open-ledger.ts';
import { testDay } from '../clock.ts';
import { purchase } from '../store/purchases.ts';
import { run } from './command.ts';

const now = Date.parse(testDay);
const day = 86_400_000;
const wallet = '0xAbCdEf0123456789abcdef0123456789AbCdEf01';
const offer = JSON.stringify({ scheme: 'exact', amount: '50000', asset: '0x1', payTo: '0x2' });
const idOf = (digits: string) => digits.repeat(64 / digits.length);
let folder: string;

/** Purchases of several ages and states. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'books-'));
  const book = openLedger({ databaseUrl: undefined, dataDir: folder });
  const sold: LedgerEvent[] = ['dispatch', 'settle'];
  for (const [id, at, events] of [
    [idOf('aa11'), now - 500 * day, sold],
    [idOf('aa22'), now - 3 * day, sold],
    [idOf('bb33'), now - 500 * day, ['dispatch', 'lose']],
    [idOf('cc44'), now - 500 * day, ['dispatch', 'wait']],
    [idOf('dd55'), now - 1000, sold],
  ] as const) {
    const more = { payerHash: id, offer, validUntil: at + 60_000 };
    await book.claim(purchase(id, more), { holder: 'a', now: at, leaseMs: 1 }, 8);
    const receipt = JSON.stringify({ success: true, transaction: `=tx-${id.slice(0, 4)}`, payer: wallet });
    for (const event of events) {
      const kept = event === 'dispatch' ? { body: 'text' } : event === 'settle' ? { receipt } : { reason: 'silence' };
      expect(await book.step(id, 'a', event, at, kept)).toBe(true);
    }
  }
  await book.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ledger = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(['ledger', ...args], { SVC_DATA_DIR: folder, ...env });
const rows = async (args: readonly string[]) =>
  (await ledger(['ls', ...args])).stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ShownPurchase);
const ids = async (args: readonly string[]) => (await rows(args)).map(({ id }) => id.slice(0, 4));

// the last commands purge it
describe('the book of purchases', { shuffle: false }, async () => {
  test('is listed by state and time, with transaction and price, without a wallet', async () => {
    expect(await ids([])).toEqual(['dd55', 'aa22', 'aa11', 'bb33', 'cc44']);
    expect(await ids(['--state', 'unknown'])).toEqual(['bb33']);
    expect(await ids(['--since', '7d'])).toEqual(['dd55', 'aa22']);
    expect(await ids(['--since', '2026-11-18', '--until', '2026-11-20'])).toEqual(['aa22']);
    expect(await ids(['--limit', '1'])).toEqual(['dd55']);
    const [newest] = await rows(['--limit', '1']);
    expect(newest).toMatchObject({ state: 'settled', route: 'svc-flood-zone', price: '0.05', transaction: '=tx-dd55' });
    expect((await ledger(['ls', '--limit', '9'])).stdout).not.toContain(wallet);
  }, 60_000);

  test('shows one purchase by the first digits of its id', async () => {
    const { status, stdout } = await ledger(['show', 'bb33']);
    expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ id: idOf('bb33'), reason: 'silence' })]);
    expect((await ledger(['show', 'aa22'])).stdout).not.toContain(wallet);
    expect(await ledger(['show', 'ffff'])).toMatchObject({
      status: 2,
      stderr: 'there is no purchase whose id begins with ffff\n',
    });
  }, 60_000);

  test.each([
    [['ls', '--state', 'paid'], '--state is one of claimed, verified'],
    [['ls', '--since', 'soon'], '--since takes a date'],
    [['ls', '--since', '2026-13-40'], '--since takes a date'],
    [['ls', '--limit', '0'], '--limit takes a whole number from 1'],
    [['show', 'xyz'], 'an id, or at least its first four digits'],
    [['purge', '--row-days', '0'], '--row-days takes a whole number of days from 1'],
    [['purge', '--row-days', 'abc'], '--row-days takes a whole number of days from 1'],
    [['purge', '--row-days', '-1'], '--row-days takes a whole number of days from 1'],
    [['purge', '--body-days', '1.5'], '--body-days takes a whole number of days from 1'],
  ])('%j is refused in a sentence', async (args, sentence) => {
    expect(await ledger(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(sentence) });
  });

  test('is exported for the books: sales as CSV, oldest first, nothing of who bought, no formula', async () => {
    const { stdout } = await ledger(['export']);
    const table = parse(stdout, { columns: true }) as Record<string, string>[];
    expect(table.map(({ purchase: id = '' }) => id.slice(0, 4))).toEqual(['aa11', 'aa22', 'dd55']);
    expect(table[1]).toEqual({
      date: '2026-11-18T12:00:00.000Z',
      purchase: idOf('aa22'),
      route: 'svc-flood-zone',
      price_usdc: '0.05',
      network: 'eip155:8453',
      transaction: "'=tx-aa22",
      state: 'settled',
    });
    expect(stdout).not.toContain(wallet);
    const all = parse((await ledger(['export', '--state', 'all', '--since', '600d'])).stdout, {
      columns: true,
    }) as unknown[];
    expect(all).toHaveLength(5);
    expect((await ledger(['export', '--since', '1m'])).stdout.split('\n')).toHaveLength(3);
  }, 60_000);

  test('is reconciled by command: a node that does not answer leaves everything, and the exit status says so', async () => {
    const away = { SVC_EVM_RPC_URL: 'http://127.0.0.1:9', SVC_SOLANA_RPC_URL: 'http://127.0.0.1:9' };
    const { status, stdout } = await ledger(['reconcile', '--dry-run'], away);
    expect(status).toBe(3);
    const said = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object);
    expect(said).toEqual([
      expect.objectContaining({ id: idOf('bb33'), was: 'unknown', became: 'left' }),
      expect.objectContaining({ id: idOf('cc44'), was: 'pending', became: 'left' }),
    ]);
  }, 60_000);

  test('is purged of what is over and nothing else, whatever the options; a dry run says the same and drops nothing', async () => {
    expect((await ledger(['purge', '--row-days', '1', '--body-days', '1', '--dry-run'])).stdout).toBe(
      '0 bodies and 2 rows would be dropped\n',
    );
    expect(await ids([])).toHaveLength(5);
    expect((await ledger(['purge', '--dry-run'], { SVC_ARTIFACT_DAYS: '2' })).stdout).toBe(
      '1 bodies and 1 rows would be dropped\n',
    );
    expect((await ledger(['purge', '--row-days', '1', '--body-days', '1'])).stdout).toBe(
      '0 bodies and 2 rows dropped\n',
    );
    expect(await ids([])).toEqual(['dd55', 'bb33', 'cc44']);
  }, 60_000);
});

test('times are dates, times, and how long ago', () => {
  expect(momentOf('2026-11-01', '--since', now)).toBe(Date.parse('2026-11-01T00:00:00Z'));
  expect(momentOf('2026-11-01T10:00:00+02:00', '--since', now)).toBe(Date.parse('2026-11-01T08:00:00Z'));
  expect([momentOf('90m', '', now), momentOf('36h', '', now), momentOf('2w', '', now)].map((at) => now - at)).toEqual([
    5_400_000, 129_600_000, 1_209_600_000,
  ]);
});

test('the table for people has a line for each purchase, with the reason of what did not end well', () => {
  const row = { updatedAt: '2026-11-21T12:00:00.000Z', id: idOf('bb33'), state: 'unknown', route: 'svc-flood-zone' };
  const shown = { ...row, price: '0.05', network: 'eip155:8453', reason: 'silence' } as ShownPurchase;
  expect([...purchaseTable([shown])]).toEqual([
    'changed              id           state    route           price  network',
    '2026-11-21 12:00:00  bb33bb33bb33 unknown  svc-flood-zone  0.05   eip155:8453  silence',
  ]);
});
