import { expect, test } from 'vitest';
import type { Objects } from '../../src/store/object-store.ts';
import { openLedger } from '../../src/store/open-ledger.ts';
import { keepStoreBounded } from '../../src/store/upkeep.ts';
import { testClock } from '../clock.ts';
import { purchase } from './purchases.ts';
import { openPlace } from './stores.ts';

test('a ledger is purged from the start', async () => {
  const store = await openPlace();
  const ledger = openLedger(store.settings);
  const now = testClock().getTime();
  const old = now - 1000;
  await ledger.claim(purchase('p', { validUntil: old }), { holder: 'a', now: old, leaseMs: 1 }, 8);
  await ledger.step('p', 'a', 'dispatch', old, { body: 'x' });
  await ledger.step('p', 'a', 'settle', old, { receipt: '{}' });
  const logged: string[] = [];
  const write = (_: object, message: string) => void logged.push(message);
  const stop = keepStoreBounded(
    { ledger, objects: { purge: async () => ({ names: 0, objects: 0 }) } as unknown as Objects },
    { ledger: () => now, objects: () => now },
    { debug: write, info: write, warn: write, error: write },
    { ledger: { bodyMs: 10, rowMs: 1e12, maxBytes: 1e12 }, objects: { namedMs: 1e12, unnamedMs: 1e12 } },
  );
  await expect.poll(async () => (await ledger.find('p'))?.body).toBeUndefined();
  expect((await ledger.find('p'))?.receipt).toBe('{}');
  expect(logged).toEqual(['ledger purged']);
  stop();
  await ledger.close();
  await store.stop();
});
