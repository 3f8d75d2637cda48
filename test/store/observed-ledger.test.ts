import { expect, test } from 'vitest';
import { type PurchaseEvent, silentTelemetry } from '../../src/kernel/ports/telemetry.ts';
import { observePurchases } from '../../src/store/observed-ledger.ts';
import { openBooks } from '../../src/store/open-ledger.ts';
import { purchase, t0 } from './purchases.ts';
import { openPlace } from './stores.ts';

test('each sale and each unknown outcome is one line with purchase, route, network and time, and nothing of the payer', async () => {
  const store = await openPlace();
  const lines: [string, string, object][] = [];
  const at = (level: string) => (fields: object, message: string) => void lines.push([level, message, fields]);
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const events: PurchaseEvent[] = [];
  const telemetry = { ...silentTelemetry, purchase: (event: PurchaseEvent) => void events.push(event) };
  const open = () => openBooks(store.settings, undefined, observePurchases(log, telemetry)).ledger;
  const ledger = open();
  const claim = { holder: 'a', now: t0, leaseMs: 1000 };
  const id = 'feed'.repeat(16);
  await ledger.claim(purchase(id, { payerHash: 'the payer' }), claim, 8);
  await ledger.claim(purchase(id, { payerHash: 'the payer' }), claim, 8);
  await ledger.step(id, 'a', 'dispatch', t0, { body: 'x' });
  await ledger.step(id, 'somebody else', 'settle', t0);
  await ledger.step(id, 'a', 'lose', t0, { reason: 'settle: unreachable' });
  // another process takes it up and learns what it is from the row
  const other = open();
  await other.takeOver(id, { ...claim, holder: 'b' });
  await other.step(id, 'b', 'settle', t0, { receipt: '{"payer":"0xabc"}' });
  const about = { purchase: 'feedfeedfeed', slug: 'svc-flood-zone', network: 'eip155:8453', ms: expect.any(Number) };
  expect(lines).toEqual([
    ['warn', 'settlement unknown', { ...about, state: 'unknown' }],
    ['info', 'sale', { ...about, state: 'settled' }],
  ]);
  expect(events.map(({ state }) => state)).toEqual(['claimed', 'settling', 'unknown', 'settled']);
  expect(JSON.stringify([lines, events])).not.toMatch(/payer|0xabc/);
  await ledger.close();
  await other.close();
  await store.stop();
});
