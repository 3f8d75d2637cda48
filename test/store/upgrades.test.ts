import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs } from '../../src/kernel/time.ts';
import { openLedger } from '../../src/store/open-ledger.ts';
import type { Ledger } from '../../src/store/sql-ledger.ts';
import { Upgrades } from '../../src/store/sql-upgrades.ts';
import { purchase, t0 } from './purchases.ts';
import { onEachStore, type StorePlace } from './stores.ts';

const leaseMs = 4_000;

onEachStore('upgrades beside the ledger are sold once', (start) => {
  let store: StorePlace;
  let ledger: Ledger;
  let upgrades: Upgrades;
  let now: number;
  const claimOf = (id: string) => ({ holder: `holder of ${id}`, now, leaseMs });
  const claim = (id: string, more: Parameters<typeof purchase>[1] = {}) =>
    ledger.claim(purchase(id, { validUntil: t0 + 60_000, ...more }), claimOf(id), 32);
  const step = (id: string, ...[event, stored]: [Parameters<Ledger['step']>[2], object?]) =>
    ledger.step(id, `holder of ${id}`, event, now, stored);
  const another = () => new Upgrades({ ...store.settings, now: () => now });

  beforeEach(async () => {
    now = t0;
    store = await start();
    ledger = openLedger(store.settings);
    upgrades = another();
    await claim('a');
    await claim('b');
  }, 60_000);
  afterEach(async () => {
    await upgrades.close();
    await ledger.close();
    await store.stop();
  });

  test('of purchases that race, in several processes, one has it and keeps it', async () => {
    const names = ['a', 'b', ...Array.from({ length: 8 }, (_, at) => `c${at}`)];
    for (const name of names.slice(2)) await claim(name);
    const others = names.map(another);
    const taken = await Promise.all(others.map((one, at) => one.take('packet', names[at] ?? '')));
    expect(taken.filter(Boolean)).toHaveLength(1);
    const winner = names[taken.indexOf(true)] ?? '';
    // the one that has it may take it again, and another packet is another matter
    expect(await upgrades.take('packet', winner)).toBe(true);
    expect(await upgrades.take('other packet', names.find((name) => name !== winner) ?? '')).toBe(true);
    for (const one of others) await one.close();
  }, 60_000);

  test('work that failed leaves it free at once', async () => {
    expect(await upgrades.take('packet', 'a')).toBe(true);
    expect(await upgrades.take('packet', 'b')).toBe(false);
    // who only looks is not kept from paying by work that may still fail
    expect(await upgrades.isSold('packet')).toBe(false);
    await ledger.release('a', 'holder of a');
    expect(await upgrades.take('packet', 'b')).toBe(true);
  });

  test('a process that died leaves it to the next one when its lease is over', async () => {
    await upgrades.take('packet', 'a');
    await ledger.renew('a', { ...claimOf('a'), leaseMs: 500 });
    expect(await upgrades.take('packet', 'b')).toBe(false);
    // PostgreSQL has its own clock
    now = t0 + 500;
    await expect.poll(() => upgrades.take('packet', 'b')).toBe(true);
  });

  test.each([
    ['settled', ['dispatch', 'settle'], true],
    ['settling', ['dispatch'], true],
    ['pending', ['dispatch', 'wait'], true],
    ['unknown', ['dispatch', 'lose'], true],
    ['refused', ['dispatch', 'reject'], false],
  ] as const)('a purchase that is %s holds it for good: %s', async (_state, events, holds) => {
    await upgrades.take('packet', 'a');
    for (const event of events) expect(await step('a', event, event === 'dispatch' ? { body: '{}' } : {})).toBe(true);
    now = t0 + 5 * dayMs;
    expect(await upgrades.isSold('packet')).toBe(holds);
    await claim('d');
    expect(await upgrades.take('packet', 'd')).toBe(!holds);
  });

  test('a report that is made and not settled is held as long as its payment can be used', async () => {
    await upgrades.take('packet', 'a');
    expect(await step('a', 'keep', { body: '{}' })).toBe(true);
    expect(await ledger.yield('a', 'holder of a', now)).toBe(true);
    now = t0 + 59_999;
    expect(await upgrades.isSold('packet')).toBe(true);
    now = t0 + 60_000;
    expect(await upgrades.isSold('packet')).toBe(false);
    await claim('d');
    expect(await upgrades.take('packet', 'd')).toBe(true);
  });

  test('nothing is known of a packet that no one bought', async () => {
    expect(await upgrades.isSold('packet')).toBe(false);
  });
});
