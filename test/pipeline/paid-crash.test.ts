import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentPayload, PaymentRequired } from '@x402/core/types';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openLedger } from '../../src/store/open-ledger.ts';
import { evmClient, paymentHeader, receiptOf, sign, solanaClient } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { swept } from '../sweep.ts';
import { chainsOf, resendUntilDecided, startShop } from './shop-process.ts';

let rail: Rail;
let dataDir: string;

beforeAll(async () => {
  rail = await startRail();
});
afterAll(() => rail.close());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'crash-'));
  rail.facilitator.heal();
});
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (standStill?: string) => startShop({ dataDir, rail: chainsOf(rail), ...(standStill && { standStill }) });

/** Signs a payment without the endpoint in it: the restarted process has another port. */
async function payment(kind: 'evm' | 'solana', challenge: PaymentRequired) {
  const buyer = kind === 'evm' ? await rail.evm.buyer() : await rail.solana.buyer();
  const client = 'key' in buyer ? evmClient(buyer.key) : solanaClient(buyer.signer, rail.solana.rpcUrl);
  const { resource: _, ...signed }: PaymentPayload = await sign(client, challenge);
  const balance = async () => ('key' in buyer ? rail.evm.balance(buyer.address) : rail.solana.balance(buyer.address));
  return { headers: paymentHeader(signed), spent: async () => 100_000_000n - (await balance()) };
}

/** Restarts and sends the identical request until the dead process's claim has run out. */
const recover = async (...request: Parameters<Awaited<ReturnType<typeof start>>['post']>) =>
  resendUntilDecided(await start(), ...request);

const states = async () => {
  const ledger = openLedger({ databaseUrl: undefined, dataDir });
  const rows = await ledger.list();
  await ledger.close();
  return rows.map((row) => row.state);
};

describe('kill -9, restart, identical resend: one transfer, the artifact delivered', () => {
  test('during the work', async () => {
    const body = { topic: 'slow', takesMs: 1500 };
    const first = await start();
    const { headers, spent } = await payment('evm', (await first.post('svc-native', body)).json);
    const lost = first.post('svc-native', body, headers).catch(() => undefined);
    await expect.poll(states, { timeout: 20_000 }).toEqual(['verified']);
    await first.kill();
    await lost;
    expect(await spent()).toBe(0n);
    const done = await recover('svc-native', body, headers);
    expect([done.status, done.json.topic]).toEqual([200, 'slow']);
    expect(await spent()).toBe(50_000n);
  }, 60_000);

  const moments = [
    ['done and not yet stored', 'before:dispatch', 'evm', 0n],
    ['when the order is about to be sent', 'after:dispatch', 'evm', 0n],
    ['settled and the receipt not yet stored', 'before:settle', 'evm', 10_000n],
    ['settled and the answer not yet sent', 'after:settle', 'evm', 10_000n],
    ['when the order is about to be sent, on Solana', 'after:dispatch', 'solana', 0n],
    ['settled and the receipt not yet stored, on Solana', 'before:settle', 'solana', 10_000n],
  ] as const;
  test.each(swept(moments, 3))(
    '%s',
    async (_, standStill, kind, moved) => {
      const body = { note: `killed ${standStill}` };
      const first = await start(standStill);
      const { headers, spent } = await payment(kind, (await first.post('svc-promoted', body)).json);
      const lost = first.post('svc-promoted', body, headers).catch(() => undefined);
      expect(await first.line()).toBe('standing still');
      await first.kill();
      await lost;
      expect(await spent()).toBe(moved);
      const done = await recover('svc-promoted', body, headers);
      expect([done.status, done.json.charged]).toEqual([200, true]);
      expect(receiptOf(done.headers)).toMatchObject({ success: true, transaction: expect.any(String) });
      expect(await spent()).toBe(10_000n);
    },
    60_000,
  );

  test('while the facilitator settles', async () => {
    const body = { note: 'killed in the middle' };
    const first = await start();
    const { headers, spent } = await payment('evm', (await first.post('svc-promoted', body)).json);
    rail.facilitator.fault('settle', { mode: 'delay', ms: 800 }, 1);
    const ordered = rail.facilitator.calls.settle + 1;
    const lost = first.post('svc-promoted', body, headers).catch(() => undefined);
    await expect.poll(() => rail.facilitator.calls.settle, { timeout: 20_000 }).toBe(ordered);
    expect(await states()).toEqual(['settling']);
    await first.kill();
    await lost;
    await expect.poll(spent, { timeout: 20_000 }).toBe(10_000n);
    const done = await recover('svc-promoted', body, headers);
    expect([done.status, done.json.charged]).toEqual([200, true]);
    expect(await spent()).toBe(10_000n);
  }, 60_000);
});
