import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBooks } from '../../../src/store/open-ledger.ts';
import { chainsOf, resendUntilDecided, startShop } from '../../pipeline/shop-process.ts';
import { evmClient, paymentHeader, sign } from '../../rail/buyer.ts';
import { evmNetwork } from '../../rail/evm-constants.ts';
import { startFacilitator, type TestFacilitator } from '../../rail/facilitator.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { swept } from '../../sweep.ts';
import { buysOver } from './parts.ts';
import { price, type Seller, startSeller } from './seller.ts';

const slug = 'svc-buying';
const payTo = '0x000000000000000000000000000000000000dEaD';
const sold = 490_000n;
let rail: Rail;
let theirs: TestFacilitator;
let seller: Seller;
let dataDir: string;

beforeAll(async () => {
  rail = await startRail();
  theirs = await startFacilitator([{ network: evmNetwork, scheme: rail.evm.scheme }]);
});
afterAll(async () => {
  await theirs.close();
  await rail.close();
});
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'spend-crash-'));
  seller = await startSeller({ facilitatorUrl: theirs.url, payTo });
});
afterEach(async () => {
  await seller.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (key: string, standStill?: string) =>
  startShop({
    dataDir,
    rail: chainsOf(rail),
    downstream: buysOver(seller, { payTo, key }),
    ...(standStill && { standStill }),
  });

async function spendStates() {
  const { ledger, spend } = openBooks({ databaseUrl: undefined, dataDir });
  const rows = await spend.list();
  await ledger.close();
  return rows.map(({ state }) => state);
}

interface Case {
  readonly at: string;
  /** Of the spending when the process was dead. */
  readonly left: readonly string[];
  /** Payments that had reached the provider by then. */
  readonly reached: number;
  /** Whether the identical request is served afterwards; where it is not, the outcome is unknown and stays so. */
  readonly served: boolean;
}

const cases: readonly Case[] = [
  { at: 'before:reserve', left: [], reached: 0, served: true },
  { at: 'after:reserve', left: ['reserved'], reached: 0, served: true },
  { at: 'before:send', left: ['reserved'], reached: 0, served: true },
  // whether it was sent no one can say any more: it is not sent, and not sent again
  { at: 'after:send', left: ['sent'], reached: 0, served: false },
  // paid for, and the answer not stored
  { at: 'before:confirm', left: ['sent'], reached: 1, served: false },
  { at: 'after:confirm', left: ['confirmed'], reached: 1, served: true },
  { at: 'before:dispatch', left: ['confirmed'], reached: 1, served: true },
  { at: 'after:dispatch', left: ['confirmed'], reached: 1, served: true },
  { at: 'before:settle', left: ['confirmed'], reached: 1, served: true },
  { at: 'after:settle', left: ['confirmed'], reached: 1, served: true },
];

describe('kill -9, restart, identical resend: never twice, never more than reserved', () => {
  test.each(swept(cases, 5))(
    '$at',
    async ({ at, left, reached, served }) => {
      const wallet = await rail.evm.buyer(10_000_000n);
      const buyer = await rail.evm.buyer();
      const body = { latitude: 35.7 };
      const first = await start(wallet.key, at);
      const { resource: _, ...signed } = await sign(evmClient(buyer.key), (await first.post(slug, body)).json);
      const headers = paymentHeader(signed);
      const lost = first.post(slug, body, headers).catch(() => undefined);
      expect(await first.line()).toBe('standing still');
      await first.kill();
      await lost;
      expect(await spendStates()).toEqual(left);
      expect(seller.payments.length).toBe(reached);
      const next = await start(wallet.key);
      const last = await resendUntilDecided(next, slug, body, headers);
      const [spentByUs, spentByBuyer] = [
        10_000_000n - (await rail.evm.balance(wallet.address)),
        100_000_000n - (await rail.evm.balance(buyer.address)),
      ];
      if (served) {
        expect([last.status, last.json.panels]).toEqual([200, 44]);
        expect([seller.payments.length, spentByUs, spentByBuyer]).toEqual([1, price, sold]);
        return;
      }
      // the buyer is not charged for what no one can hand over; and nothing is bought again
      expect([last.status, last.json.code, last.json.charged]).toEqual([503, 'ext_upstream_result_unavailable', false]);
      expect([seller.payments.length, spentByBuyer]).toEqual([reached, 0n]);
      expect(spentByUs).toBe(reached === 1 ? price : 0n);
      expect(await spendStates()).toEqual(['unknown']);
    },
    60_000,
  );
});
