import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  afterTakeOver,
  type LedgerEvent,
  type PurchaseState,
  purchaseStates,
  transitions,
} from '../../src/store/ledger-states.ts';
import { Ledger } from '../../src/store/sql-ledger.ts';
import { withOwnClock } from './own-clock.ts';
import { purchase, t0 } from './purchases.ts';
import { driverOf, onEachStore, type StorePlace } from './stores.ts';

const claim = (holder: string, now = t0) => ({ holder, now, leaseMs: 15_000 });

const openWithOwnClock = ({ settings }: StorePlace): Ledger => new Ledger(withOwnClock(driverOf(settings)));

/** Steps that lead from a fresh claim to each state. */
const ways: Record<PurchaseState, LedgerEvent[]> = {
  claimed: [],
  verified: ['verify'],
  built: ['keep'],
  settling: ['keep', 'send'],
  settled: ['keep', 'send', 'settle'],
  rejected: ['keep', 'send', 'reject'],
  pending: ['keep', 'send', 'wait'],
  unknown: ['keep', 'send', 'lose'],
  denied: ['keep', 'send', 'deny'],
};

onEachStore('ledger', (start) => {
  let store: StorePlace;
  let ledger: Ledger;
  let serial = 0;
  let id = '';

  beforeAll(async () => {
    store = await start();
    ledger = openWithOwnClock(store);
  });
  afterAll(async () => {
    await ledger?.close();
    await store?.stop();
  });
  beforeEach(() => {
    serial += 1;
    id = `p${serial}`;
  });

  const fresh = (more = {}) => purchase(id, { payerHash: `payer ${id}`, ...more });
  const reach = async (state: PurchaseState, holder = 'a') => {
    await ledger.claim(fresh(), claim(holder), 8);
    for (const event of ways[state]) {
      expect(await ledger.step(id, holder, event, t0 + 1, event === 'keep' ? { body: '{"x":"é"}' } : {})).toBe(true);
    }
  };

  test('a claim is granted once and shows who holds it', async () => {
    expect(await ledger.claim(fresh(), claim('a'), 8)).toEqual({ kind: 'claimed' });
    const second = await ledger.claim(fresh(), claim('b'), 8);
    expect(second).toMatchObject({
      kind: 'taken',
      purchase: { id, holder: 'a', state: 'claimed', leaseUntil: t0 + 15_000 },
    });
  });

  test('200 concurrent claims of one payment have one winner', async () => {
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) => ledger.claim(fresh(), claim(`h${index}`), 8)),
    );
    expect(results.filter((result) => result.kind === 'claimed')).toHaveLength(1);
  });

  test('keeps everything that is given and gives it back unchanged', async () => {
    await reach('built');
    await ledger.step(id, 'a', 'send', t0 + 2);
    await ledger.step(id, 'a', 'settle', t0 + 3, { receipt: '{"success":true}' });
    expect(await ledger.find(id)).toEqual({
      ...fresh(),
      state: 'settled',
      holder: undefined,
      leaseUntil: 0,
      attempts: 1,
      body: '{"x":"é"}',
      bodyBytes: 10,
      receipt: '{"success":true}',
      transaction: undefined,
      reason: undefined,
      createdAt: t0,
      updatedAt: t0 + 3,
    });
  });

  test.each(purchaseStates)(
    'from %s only the steps of the table are possible, and only by the holder',
    async (state) => {
      for (const event of Object.keys(transitions) as LedgerEvent[]) {
        serial += 1;
        id = `p${serial}`;
        await reach(state);
        const yielded = (await ledger.find(id))?.holder === undefined;
        if (yielded && state !== 'settled') expect(await ledger.takeOver(id, claim('a', t0 + 2000))).toBeDefined();
        expect(await ledger.step(id, 'somebody else', event, t0 + 6)).toBe(false);
        const possible = (transitions[event].from as readonly string[]).includes(state) && state !== 'settled';
        expect([event, await ledger.step(id, 'a', event, t0 + 7)]).toEqual([event, possible]);
        expect((await ledger.find(id))?.state).toBe(possible ? transitions[event].to : state);
      }
    },
  );

  test.each(purchaseStates)('%s is taken over only when no one holds it', async (state) => {
    await reach(state);
    const held = (await ledger.find(id))?.holder !== undefined;
    if (held) expect(await ledger.takeOver(id, claim('b', t0 + 14_999))).toBeUndefined();
    const taken = await ledger.takeOver(id, claim('b', t0 + 15_000));
    if (state === 'settled') return expect(taken).toBeUndefined();
    expect(taken).toMatchObject({ state: afterTakeOver[state] ?? state, holder: 'b', attempts: 2 });
    expect(await ledger.step(id, 'a', 'settle', t0 + 15_001)).toBe(false);
  });

  test.each(purchaseStates)('%s is released only where nothing was stored', async (state) => {
    await reach(state);
    expect(await ledger.release(id, 'b')).toBe(false);
    expect(await ledger.release(id, 'a')).toBe(state === 'claimed' || state === 'verified');
  });

  test('all purchases of one claim are found by it, and those without a claim by none', async () => {
    const claimHash = `claim ${id}`;
    for (const [name, hash] of [
      ['one', claimHash],
      ['two', claimHash],
      ['bare', ''],
    ] as const)
      await ledger.claim(purchase(`${id}-${name}`, { claimHash: hash, payerHash: `p ${id}` }), claim('a'), 8);
    expect((await ledger.list({ claimHash })).map((found) => found.id).sort()).toEqual([`${id}-one`, `${id}-two`]);
    expect(await ledger.list({ claimHash: '' })).toEqual([]);
  });

  test('a renewed lease holds, a given-back one does not', async () => {
    await reach('built');
    expect(await ledger.renew(id, claim('a', t0 + 10_000))).toBe(true);
    expect(await ledger.takeOver(id, claim('b', t0 + 20_000))).toBeUndefined();
    expect(await ledger.yield(id, 'a', t0 + 20_001)).toBe(true);
    expect(await ledger.takeOver(id, claim('b', t0 + 20_002))).toMatchObject({ state: 'built', body: '{"x":"é"}' });
    expect(await ledger.renew(id, claim('a', t0 + 20_003))).toBe(false);
  });

  test('a payer cannot pile up unsettled purchases', async () => {
    const payerHash = `greedy ${id}`;
    for (const n of [1, 2, 3]) {
      expect(await ledger.claim(purchase(`${id}-${n}`, { payerHash }), claim('a'), 3)).toEqual({ kind: 'claimed' });
    }
    expect(await ledger.claim(purchase(`${id}-4`, { payerHash }), claim('a'), 3)).toEqual({ kind: 'payer_limit' });
    // what was refused for certain does not count
    for (const event of ways.rejected) await ledger.step(`${id}-3`, 'a', event, t0 + 1, { body: 'x' });
    expect(await ledger.claim(purchase(`${id}-6`, { payerHash }), claim('a'), 3)).toEqual({ kind: 'claimed' });
    await ledger.release(`${id}-6`, 'a');
    await ledger.claim(purchase(`${id}-7`, { payerHash }), claim('a'), 3);
    await ledger.release(`${id}-1`, 'a');
    expect(await ledger.claim(purchase(`${id}-4`, { payerHash }), claim('a'), 3)).toEqual({ kind: 'claimed' });
    expect(await ledger.claim(purchase(`${id}-5`, { payerHash }), claim('a', t0 + 3_600_001), 3)).toEqual({
      kind: 'claimed',
    });
  });

  test('each settled purchase earns its payer one unsettled one more, up to four times as many', async () => {
    const payerHash = `regular ${id}`;
    const buy = (n: number | string, limit = 1) =>
      ledger.claim(purchase(`${id}-${n}`, { payerHash }), claim('a'), limit).then(({ kind }) => kind);
    const settle = async (n: number) => {
      expect(await buy(n)).toBe('claimed');
      for (const event of ways.settled) await ledger.step(`${id}-${n}`, 'a', event, t0 + 1, { body: 'x' });
    };
    const open = async (name: string) => {
      let made = 0;
      while ((await buy(`${name}${made}`)) === 'claimed') made += 1;
      for (let n = 0; n < made; n++) await ledger.release(`${id}-${name}${n}`, 'a');
      return made;
    };
    expect(await open('a')).toBe(1);
    for (const n of [1, 2]) await settle(n);
    expect(await open('b')).toBe(3);
    for (const n of [3, 4, 5]) await settle(n);
    expect(await open('c')).toBe(4);
    for (let n = 10; n < 20; n++) expect(await buy(n, Number.POSITIVE_INFINITY)).toBe('claimed');
  });

  test('purges old and crowding bodies of settled purchases, keeps receipts, then drops old rows', async () => {
    const own = await start();
    const ledger = openWithOwnClock(own);
    const { purgeable, rules } = { purgeable: [`${id}-a`, `${id}-b`, `${id}-c`], rules: { now: t0 + 100_000 } };
    const all = { ...rules, bodyMs: 1e15, rowMs: 1e15, maxBytes: 1e15 };
    for (const [index, one] of purgeable.entries()) {
      await ledger.claim(purchase(one, { payerHash: one }), claim('a'), 8);
      await ledger.step(one, 'a', 'keep', t0, { body: 'x'.repeat(100) });
      await ledger.step(one, 'a', 'send', t0);
      if (index < 2) await ledger.step(one, 'a', 'settle', t0 + index * 1000, { receipt: '{}' });
      else await ledger.step(one, 'a', 'lose', t0 - 5000);
    }
    expect(await ledger.counts()).toEqual([
      { state: 'settled', purchases: 2, bodyBytes: 200 },
      { state: 'unknown', purchases: 1, bodyBytes: 100 },
    ]);
    // the unsettled artifact is the oldest and is still owed to a buyer: it stays, the oldest settled one goes
    expect(await ledger.purge({ ...all, maxBytes: 150 })).toEqual({ bodies: 1, rows: 0 });
    expect((await ledger.find(`${id}-a`))?.body).toBeUndefined();
    expect((await ledger.find(`${id}-a`))?.receipt).toBe('{}');
    expect((await ledger.find(`${id}-b`))?.body).toHaveLength(100);
    expect((await ledger.find(`${id}-c`))?.body).toHaveLength(100);
    expect(await ledger.purge({ ...all, bodyMs: 50_000 })).toEqual({ bodies: 1, rows: 0 });
    expect((await ledger.list({ state: 'settled' })).map((row) => row.id)).toEqual([`${id}-b`, `${id}-a`]);
    // the one whose outcome is open stays, whatever its age
    const dryRun = await ledger.purge({ ...all, rowMs: 50_000 }, { dryRun: true });
    expect(dryRun).toEqual({ bodies: 0, rows: 2 });
    expect(await ledger.purge({ ...all, rowMs: 50_000 })).toEqual(dryRun);
    expect((await ledger.find(`${id}-c`))?.state).toBe('unknown');
    await ledger.close();
    await own.stop();
  }, 60_000);

  test('no purge takes what is open, held or usable, whatever its rules say', async () => {
    const now = t0 + 1000;
    const everything = { now, bodyMs: -1e15, rowMs: -1e15, maxBytes: -1 };
    const ids: string[] = [];
    const settle: LedgerEvent[] = ['keep', 'send', 'settle'];
    for (const [name, events, more] of [
      ['settling', ['keep', 'send'], { validUntil: t0 }],
      ['pending', ['keep', 'send', 'wait'], { validUntil: t0 }],
      ['unknown', ['keep', 'send', 'lose'], { validUntil: t0 }],
      ['built and held', ['keep'], { validUntil: t0 }],
      ['settled and usable', settle, { validUntil: now + 1 }],
      ['settled on Solana a second ago', settle, { validUntil: 0 }],
    ] as const) {
      const one = `${id} ${name}`;
      ids.push(one);
      await ledger.claim(purchase(one, { payerHash: one, ...more }), claim('a'), 8);
      for (const event of events)
        expect(await ledger.step(one, 'a', event, t0, event === 'keep' ? { body: 'x' } : {})).toBe(true);
    }
    const over = `${id} over`;
    await ledger.claim(purchase(over, { payerHash: over, validUntil: t0 }), claim('a'), 8);
    for (const event of settle) await ledger.step(over, 'a', event, t0, { body: 'x' });
    await ledger.purge(everything);
    expect(await ledger.find(over)).toBeUndefined();
    for (const one of ids) expect([one, (await ledger.find(one))?.body]).toEqual([one, 'x']);
  });

  test('lists by state, time and the first digits of the id, page by page', async () => {
    const payerHash = `lister ${id}`;
    const base = t0 + 1e9;
    for (const n of [1, 2, 3, 4]) {
      await ledger.claim(purchase(`l${n}${id}`, { payerHash }), claim('a', base + (n >> 1)), 8);
      if (n === 4) await ledger.step(`l${n}${id}`, 'a', 'verify', base + 2);
    }
    const period = { since: base, until: base + 3 };
    const names = async (options: object) =>
      (await ledger.list({ ...period, ...options })).map((row) => row.id.slice(0, 2));
    expect(await names({})).toEqual(['l4', 'l2', 'l3', 'l1']);
    expect(await names({ oldestFirst: true })).toEqual(['l1', 'l2', 'l3', 'l4']);
    expect(await names({ since: base + 1, until: base + 2 })).toEqual(['l2', 'l3']);
    expect(await names({ state: ['verified', 'unknown'] })).toEqual(['l4']);
    expect(await names({ idPrefix: `l2${id}` })).toEqual(['l2']);
    const [first, second] = await ledger.list({ ...period, oldestFirst: true, limit: 2 });
    expect(first?.id).toBe(`l1${id}`);
    expect(await names({ oldestFirst: true, after: second })).toEqual(['l3', 'l4']);
    expect(await names({ after: { updatedAt: base + 1, id: `l2${id}` } })).toEqual(['l3', 'l1']);
  });

  test('a refused purchase rests for a second before anybody takes it up', async () => {
    await reach('rejected');
    expect(await ledger.takeOver(id, claim('b', t0 + 900))).toBeUndefined();
    expect(await ledger.takeOver(id, claim('b', t0 + 1001))).toMatchObject({ state: 'rejected', holder: 'b' });
  });

  test('says whether it can be reached', async () => {
    await expect(ledger.check()).resolves.toBeUndefined();
  });
});
