import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobItemState } from '../../src/kernel/ports/jobs.ts';
import { itemMoves } from '../../src/store/job-states.ts';
import type { ItemHold } from '../../src/store/job-store.ts';
import { JobStore } from '../../src/store/sql-jobs.ts';
import { at, job, slug, t0, taker } from './batch-jobs.ts';
import { withOwnClock } from './own-clock.ts';
import { driverOf, onEachStore, type StorePlace } from './stores.ts';

const done = { outcome: '{"summary":"done"}', resultHash: 'ab'.repeat(32) };
const failure = { outcome: '{"summary":"failed"}', error: 'Error: synthetic', isCounted: true };

onEachStore('jobs', (start, kind) => {
  let opened: StorePlace;
  let store: JobStore;
  let serial = 0;
  let id = '';

  const openWithOwnClock = (): JobStore =>
    new JobStore(withOwnClock(driverOf(opened.settings, 'jobs')), kind === 'PostgreSQL');

  beforeAll(async () => {
    opened = await start();
    store = openWithOwnClock();
  });
  afterAll(async () => {
    await store?.close();
    await opened?.stop();
  });
  beforeEach(async () => {
    // what another test left is not taken here
    if (id) await store.cancel(id, t0, at());
    serial += 1;
    id = `job${serial}`;
  });

  const hold = (position: number, holder = 'a'): ItemHold => ({ jobId: id, position, holder });
  const states = async () => (await store.items(id)).map(({ state }) => state);

  test('a job is made once for its purchase and gives back what it was given', async () => {
    const dueAt = t0 + 1000;
    const planned = [
      { input: '{"address":"é"}', ended: { state: 'diagnostic' as const, outcome: '{"summary":"unresolved"}' } },
      { input: '{}', dueAt },
    ];
    expect(await store.create(job(id, planned, { stopsOnFailure: true }))).toBe(true);
    expect(await store.create(job(id, planned))).toBe(false);
    expect(await store.create({ ...job(id, planned), id: `${id}other` })).toBe(false);
    expect(await store.known([`purchase of ${id}`, 'another'])).toEqual(new Set([`purchase of ${id}`]));
    expect(await store.find(id)).toMatchObject({
      ...{ id, slug, state: 'accepted', document: '{"jobKind":"batch"}', receiptHash: 'receipt', restarts: 0 },
      ...{ createdAt: t0, expiresAt: t0 + 86_400_000, startedAt: undefined, error: undefined },
    });
    expect(await store.items(id)).toMatchObject([
      { position: 1, state: 'diagnostic', outcome: '{"summary":"unresolved"}', dueAt: undefined, finishedAt: t0 },
      { position: 2, state: 'waiting', outcome: undefined, dueAt, finishedAt: undefined },
    ]);
  });

  test('items are taken in their order, so many at once as the job allows, and the job begins', async () => {
    await store.create(job(id, 3));
    expect(await store.take(taker('a'), at())).toMatchObject({ jobId: id, position: 1, state: 'running', takes: 1 });
    expect(await store.take(taker('b'), at())).toMatchObject({ position: 2 });
    expect(await store.take(taker('c'), at())).toBeUndefined();
    expect(await store.find(id)).toMatchObject({ state: 'running', startedAt: t0 });
    await store.endItem(hold(1), 'completed', done, at(5));
    expect(await store.take(taker('c'), at(6))).toMatchObject({ position: 3 });
    expect((await store.items(id))[0]).toMatchObject({ state: 'completed', ...done, finishedAt: t0 + 5 });
  });

  test('what another route sells is left alone', async () => {
    await store.create(job(id, 1));
    expect(await store.take({ ...taker('a'), slugs: ['svc-other'] }, at())).toBeUndefined();
    expect(await store.take({ ...taker('a'), slugs: ['svc-other', slug] }, at())).toMatchObject({ jobId: id });
  });

  test('the older job comes first, and one that has its number leaves the next its turn', async () => {
    await store.create(job(id, 3, { concurrency: 1 }));
    const younger = `${id}younger`;
    await store.create(job(younger, 1, { createdAt: t0 + 1 }));
    expect(await store.take(taker('a'), at(2))).toMatchObject({ jobId: id, position: 1 });
    expect(await store.take(taker('a'), at(2))).toMatchObject({ jobId: younger, position: 1 });
    expect(await store.take(taker('a'), at(2))).toBeUndefined();
    await store.cancel(younger, t0, at());
  });

  test('a sequential job goes one by one, in spite of a rest and of what is due later', async () => {
    const items = [{ input: '{}' }, { input: '{}' }, { input: '{}', dueAt: t0 + 60_000 }];
    await store.create(job(id, items, { sequential: true, concurrency: 5 }));
    expect(await store.take(taker('a'), at())).toMatchObject({ position: 1 });
    expect(await store.take(taker('b'), at())).toBeUndefined();
    await store.againItem(hold(1), failure, 100, at());
    // the second does not overtake the first while it rests
    expect(await store.take(taker('b'), at(50))).toBeUndefined();
    expect(await store.take(taker('b'), at(100))).toMatchObject({ position: 1, attempts: 1, takes: 2 });
    await store.endItem(hold(1, 'b'), 'completed', done, at(100));
    expect(await store.take(taker('b'), at(100))).toMatchObject({ position: 2 });
    await store.endItem(hold(2, 'b'), 'completed', done, at(101));
    expect(await store.take(taker('b'), at(59_999))).toBeUndefined();
    expect(await store.takeEnded(taker('b'), at(59_999))).toBeUndefined();
    expect(await store.take(taker('b'), at(60_000))).toMatchObject({ position: 3, dueAt: t0 + 60_000 });
  });

  test('what is planned for later keeps nothing else waiting', async () => {
    await store.create(job(id, [{ input: '{}', dueAt: t0 + 1000 }]));
    const other = `${id}other`;
    await store.create(job(other, 1));
    expect(await store.counts(at())).toMatchObject({ due: 1, running: 0, planned: 1 });
    expect(await store.take(taker('a'), at())).toMatchObject({ jobId: other });
    expect(await store.counts(at(1000))).toMatchObject({ due: 1, running: 1, planned: 0 });
    await store.cancel(other, t0, at());
  });

  test('a lease that has run out is another worker’s, and its holder changes nothing any more', async () => {
    await store.create(job(id, 1));
    await store.take(taker('a', 1000), at());
    expect(await store.renew(hold(1), 2000, at())).toBe(true);
    expect(await store.take(taker('b'), at(1500))).toBeUndefined();
    expect(await store.take(taker('b'), at(2000))).toMatchObject({ position: 1, takes: 2, attempts: 0 });
    expect(await store.renew(hold(1), 9000, at())).toBe(false);
    expect(await store.endItem(hold(1), 'completed', done, at(2001))).toBe(false);
    expect(await store.againItem(hold(1), failure, 0, at())).toBe(false);
    expect(await store.failItem(hold(1), failure, at(2001))).toBe(false);
    expect(await store.yieldItem(hold(1))).toBe(false);
    expect(await states()).toEqual(['running']);
  });

  test('an item that is given back counts as never taken', async () => {
    await store.create(job(id, 1));
    await store.take(taker('a'), at());
    expect(await store.yieldItem(hold(1))).toBe(true);
    expect(await store.take(taker('b'), at())).toMatchObject({ takes: 1, attempts: 0 });
  });

  test('a failure ends what waits behind it where the job stops at one, and nothing else', async () => {
    await store.create(job(id, 3, { sequential: true, stopsOnFailure: true }));
    await store.take(taker('a'), at());
    expect(await store.failItem(hold(1), failure, at(1))).toBe(true);
    expect(await states()).toEqual(['failed', 'cancelled', 'cancelled']);
    expect(await store.takeEnded(taker('a'), at(2))).toMatchObject({ id, attempts: 1 });

    const other = `${id}other`;
    await store.create(job(other, 3));
    await store.take(taker('a'), at());
    await store.failItem({ ...hold(1), jobId: other }, failure, at(1));
    expect((await store.items(other)).map(({ state }) => state)).toEqual(['failed', 'waiting', 'waiting']);
    await store.cancel(other, t0, at());
  });

  test('the last step is taken once all items have ended, and ends the job', async () => {
    await store.create(job(id, 2));
    await store.take(taker('a'), at());
    await store.endItem(hold(1), 'completed', done, at(1));
    expect(await store.takeEnded(taker('a'), at(1))).toBeUndefined();
    await store.take(taker('a'), at(1));
    await store.endItem(hold(2), 'diagnostic', { outcome: '{}' }, at(2));
    expect(await store.takeEnded(taker('a', 1000), at(2))).toMatchObject({ id, attempts: 1 });
    expect(await store.takeEnded(taker('b'), at(3))).toBeUndefined();
    const mine = { jobId: id, holder: 'a' };
    expect(await store.renew(mine, 5000, at())).toBe(true);
    expect(await store.takeEnded(taker('b'), at(4000))).toBeUndefined();
    expect(await store.yieldJob(mine, 6000, at())).toBe(true);
    expect(await store.takeEnded(taker('b'), at(5999))).toBeUndefined();
    expect(await store.takeEnded(taker('b'), at(6000))).toMatchObject({ attempts: 2 });
    const end = { outcome: '{"artifacts":{}}', expiresAt: t0 + 10_000 };
    expect(await store.endJob(mine, 'completed_with_diagnostics', end, at(6001))).toBe(false);
    expect(await store.endJob({ ...mine, holder: 'b' }, 'completed_with_diagnostics', end, at(6001))).toBe(true);
    expect(await store.find(id)).toMatchObject({
      ...{ state: 'completed_with_diagnostics', finishedAt: t0 + 6001, ...end },
    });
  });

  test('a cancelled job is taken no more, and what is under way is lost to its holder', async () => {
    await store.create(job(id, 3));
    await store.take(taker('a'), at());
    await store.endItem(hold(1), 'completed', done, at(1));
    await store.take(taker('a'), at(1));
    expect(await store.cancel(id, t0 + 50, at(2))).toBe(true);
    expect(await store.cancel(id, t0 + 99, at(3))).toBe(false);
    expect(await states()).toEqual(['completed', 'cancelled', 'cancelled']);
    expect(await store.renew(hold(2), 90_000, at())).toBe(false);
    expect(await store.endItem(hold(2), 'completed', done, at(3))).toBe(false);
    expect(await store.take(taker('b'), at(4))).toBeUndefined();
    expect(await store.takeEnded(taker('b'), at(4))).toBeUndefined();
    expect(await store.find(id)).toMatchObject({ state: 'cancelled', expiresAt: t0 + 50 });
  });

  test('what failed can be begun again, so often as it may be, and keeps what was brought', async () => {
    await store.create(job(id, 2));
    for (const position of [1, 2]) {
      await store.take(taker('a'), at());
      if (position === 1) await store.endItem(hold(1), 'completed', done, at());
      else await store.failItem(hold(2), failure, at());
    }
    expect(await store.restart(id, 2)).toBe(false);
    const end = async (outcome?: string) => {
      await store.takeEnded(taker('a'), at(1));
      const made = { expiresAt: t0, outcome };
      await store.endJob({ jobId: id, holder: 'a' }, 'completed_with_diagnostics', made, at(1));
    };
    await end('{"files":["a.csv"]}');
    expect(await store.restart(id, 2)).toBe(true);
    expect(await store.restart(id, 2)).toBe(false);
    expect(await states()).toEqual(['completed', 'waiting']);
    expect(await store.find(id)).toMatchObject({ state: 'running', attempts: 0, restarts: 1, finishedAt: undefined });
    expect(await store.take(taker('b'), at(2))).toMatchObject({ position: 2, attempts: 0, takes: 1 });
    await store.failItem(hold(2, 'b'), failure, at(2));
    await end();
    expect(await store.restart(id, 1)).toBe(false);
    expect(await states()).toEqual(['completed', 'failed']);
    // what was made of the whole stays until it is made anew
    expect(await store.find(id)).toMatchObject({ outcome: '{"files":["a.csv"]}' });
  });

  test('every change raises the revision that a reader compares', async () => {
    await store.create(job(id, 1));
    const seen = [(await store.pulse(id))?.revision ?? -1];
    const note = async () => seen.push((await store.pulse(id))?.revision ?? -1);
    await store.take(taker('a'), at());
    await note();
    await store.setStage(id, 'reading');
    await note();
    await store.endItem(hold(1), 'completed', done, at());
    await note();
    await store.takeEnded(taker('a'), at());
    await store.endJob({ jobId: id, holder: 'a' }, 'completed', { expiresAt: t0 }, at());
    await note();
    expect([...seen].sort((a, b) => a - b)).toEqual(seen);
    expect(new Set(seen).size).toBe(seen.length);
    expect(await store.find(id)).toMatchObject({ stage: undefined });
    expect(await store.pulse('nothing')).toBeUndefined();
  });

  test('what is over is forgotten, its row stays a while', async () => {
    await store.create(job(id, 1));
    await store.cancel(id, t0 + 10, at());
    expect((await store.overdue(t0 + 9, 5000)).map((one) => one.id)).not.toContain(id);
    expect((await store.overdue(t0 + 10, 5000)).map((one) => one.id)).toContain(id);
    expect(await store.expire(id)).toBe(true);
    expect(await store.expire(id)).toBe(false);
    expect(await store.items(id)).toHaveLength(1);
    expect((await store.expired(5000)).map((one) => one.id)).toContain(id);
    await store.clear(id);
    expect((await store.expired(5000)).map((one) => one.id)).not.toContain(id);
    expect(await store.items(id)).toEqual([]);
    expect(await store.find(id)).toMatchObject({
      ...{ state: 'expired', endedState: 'cancelled', document: undefined, receiptHash: 'receipt' },
    });
    expect(await store.create(job(id, 1))).toBe(false);
    expect(await store.items(id)).toEqual([]);
    expect(await store.deleteExpired(t0)).toBe(0);
    expect(await store.deleteExpired(t0 + 1)).toBeGreaterThan(0);
    expect(await store.find(id)).toBeUndefined();
  });

  test('a worker is known while it is heard of', async () => {
    await store.beat(`worker ${id}`, at(5_000_000));
    expect(await store.attended(0, at(5_000_000))).toBe(true);
    expect(await store.attended(0, at(5_000_001))).toBe(false);
    await store.leave(`worker ${id}`);
    expect(await store.attended(0, at(5_000_000))).toBe(false);
    await store.beat(`killed ${id}`, at(5_000_000));
    await store.forgetWorkers(0, at(5_000_000));
    expect(await store.attended(0, at())).toBe(true);
    await store.forgetWorkers(0, at(5_000_001));
    expect(await store.attended(0, at())).toBe(false);
  });

  test('no move is made from a state that the table does not name', async () => {
    const ways: Record<JobItemState, () => Promise<unknown>> = {
      waiting: async () => undefined,
      running: () => store.take(taker('a'), at()),
      completed: async () => [await ways.running(), await store.endItem(hold(1), 'completed', done, at())],
      diagnostic: async () => [await ways.running(), await store.endItem(hold(1), 'diagnostic', done, at())],
      failed: async () => [await ways.running(), await store.failItem(hold(1), failure, at())],
      cancelled: () => store.cancel(id, t0, at()),
    };
    const moves = {
      take: async () => (await store.take(taker('a'), at(1))) !== undefined,
      complete: () => store.endItem(hold(1), 'completed', done, at()),
      diagnose: () => store.endItem(hold(1), 'diagnostic', done, at()),
      again: () => store.againItem(hold(1), failure, 0, at()),
      yield: () => store.yieldItem(hold(1)),
      fail: () => store.failItem(hold(1), failure, at()),
    };
    for (const [state, reach] of Object.entries(ways)) {
      for (const [name, move] of Object.entries(moves)) {
        id = `${serial}${state}${name}`;
        await store.create(job(id, 1));
        await reach();
        const from: readonly string[] = itemMoves[name as keyof typeof moves].from;
        // a running item is taken again only when its lease is over
        const may = from.includes(state) && !(name === 'take' && state === 'running');
        expect(await move(), `${name} from ${state}`).toBe(may);
        await store.cancel(id, t0, at());
      }
    }
  });

  test('two workers race for 500 items: each is begun once and ends once', async () => {
    const other = openWithOwnClock();
    const jobs = Array.from({ length: 10 }, (_, n) => job(`${id}race${n}`, 50, { concurrency: 4 }));
    for (const one of jobs) await store.create(one);
    const begun: string[] = [];
    const work = async (mine: JobStore, holder: string) => {
      let empty = 0;
      while (empty < 20) {
        const item = await mine.take(taker(holder), at());
        if (!item) {
          empty += 1;
          await new Promise((resolve) => setTimeout(resolve, 2));
          continue;
        }
        empty = 0;
        begun.push(`${item.jobId} ${item.position}`);
        expect(await mine.endItem({ ...item, holder }, 'completed', done, at(1))).toBe(true);
      }
    };
    await Promise.all([1, 2, 3].flatMap((n) => [work(store, `first ${n}`), work(other, `second ${n}`)]));
    expect(begun).toHaveLength(500);
    expect(new Set(begun).size).toBe(500);
    for (const one of jobs) {
      expect((await store.items(one.id)).every(({ state, takes }) => state === 'completed' && takes === 1)).toBe(true);
      await store.cancel(one.id, t0, at());
    }
    await other.close();
  }, 60_000);
});
