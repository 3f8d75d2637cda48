import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { LeasedWork } from '../../src/jobs/leased-work.ts';
import { purgeJobs } from '../../src/jobs/purge.ts';
import { JobResults } from '../../src/jobs/results.ts';
import { keepSweeping, type SweepParts } from '../../src/jobs/sweep.ts';
import type { JobDocument } from '../../src/kernel/ports/jobs.ts';
import type { ListedPurchase } from '../../src/store/ledger.ts';
import { openObjects } from '../../src/store/objects.ts';
import type { JobStore } from '../../src/store/sql-jobs.ts';
import { SqliteDriver } from '../../src/store/sqlite-driver.ts';
import { testClock } from '../clock.ts';
import { closedHouses, done, type House, type HouseOptions } from './house.ts';

const house = closedHouses();

const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What holds until it is let go. */
function gate() {
  let open: () => void = quiet;
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { held, open };
}

/** Results as a process reads them after everything is gone that no name holds. */
async function resultsAfterPurge({ dataDir }: House): Promise<JobResults> {
  const objects = openObjects({ dataDir, clock: testClock });
  await objects.purge({ now: testClock().getTime() + 1e12, namedMs: 1e15, unnamedMs: 1 });
  return new JobResults(objects);
}

/** A store with another answer to one of its questions. */
const storeWith = <K extends keyof JobStore>(store: JobStore, name: K, method: JobStore[K]): JobStore =>
  new Proxy(store, {
    get(target, property) {
      const own = property === name ? method : (Reflect.get(target, property) as unknown);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });

test('a worker that has lost its lease takes nothing from the one that brings the same', async () => {
  const { held, open: letGo } = gate();
  const result = { same: 'bytes' };
  let isBegun = false;
  const open = house({
    async step() {
      isBegun = true;
      await held;
      return { state: 'completed', summary: 'late', result };
    },
    worker: { leaseMs: 40, renewMs: 60_000, concurrency: 1 },
  });
  const id = await open.buy(1);
  open.work();
  await expect.poll(() => isBegun).toBe(true);
  const other = { holder: 'other', leaseMs: 600_000, slugs: ['svc-batch'] };
  await expect.poll(() => open.store.take(other, open.moment())).toMatchObject({ position: 1, takes: 2 });
  const resultHash = await open.results.keep(id, 1, result);
  letGo();
  await pause(200);
  const hold = { jobId: id, position: 1, holder: 'other' };
  expect(await open.store.endItem(hold, 'completed', { outcome: '{}', resultHash }, open.moment())).toBe(true);
  expect(await (await resultsAfterPurge(open)).read(resultHash)).toEqual(result);
});

test('a worker that stops keeps nothing of what it interrupted', async () => {
  const { held, open: letGo } = gate();
  let begun = 0;
  const open = house({
    async step({ signal }) {
      begun += 1;
      // as a source does that is reported to end: it says that it was not heard out, and throws nothing
      if (begun === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      else await held;
      return { state: signal.aborted ? 'diagnostic' : 'completed', summary: signal.aborted ? 'not heard' : 'heard' };
    },
  });
  const id = await open.buy(1);
  const worker = open.work({ graceMs: 5 });
  await expect.poll(() => begun).toBe(1);
  await worker.stop();
  expect(await open.store.items(id)).toMatchObject([{ state: 'waiting', takes: 0, attempts: 0 }]);
  open.work();
  letGo();
  expect(await open.ended(id)).toMatchObject({ state: 'completed', items: [{ summary: 'heard' }] });
});

test('work ends where the store says nothing about its lease until that is over', async () => {
  const renew = vi.fn(() => new Promise<boolean>(() => undefined));
  const moment = () => ({ now: 0, lease: 0 });
  const work = new LeasedWork({ jobId: 'a', holder: 'b' }, { store: { renew }, moment, leaseMs: 60, renewMs: 10 });
  try {
    await expect.poll(() => work.endedBy, { interval: 5 }).toBe('lost');
    expect(work.signal.aborted).toBe(true);
    // it is queried again only when it has answered
    expect(renew).toHaveBeenCalledTimes(1);
  } finally {
    work.release();
  }
});

/** Fails at the second item until it is mended. */
const failingSecond = () => {
  const state = { fails: true };
  const options: HouseOptions = {
    step(work) {
      if (state.fails && work.position === 2) throw new Error('synthetic fault');
      return done(work);
    },
    finish: async () => ({ files: { all: { name: 'all.txt', mediaType: 'text/plain', bytes: Buffer.from('all') } } }),
  };
  return { state, options };
};

test('a restart whose process died between its two steps is made by the buyer once more', async () => {
  const { state, options } = failingSecond();
  const open = house(options);
  const id = await open.buy(2);
  open.work();
  expect(await open.ended(id)).toMatchObject({ state: 'completed_with_diagnostics' });
  const driver = new SqliteDriver(join(open.dataDir, 'jobs.sqlite'));
  await driver.run(`UPDATE job_items SET state = 'waiting', attempts = 0 WHERE state = 'failed'`);
  await driver.close();
  state.fails = false;
  expect((await open.jobs.view(id)).document.retryUrl).toBe(`/jobs/${id}/retry`);
  await open.retry(id);
  expect(await open.ended(id)).toMatchObject({ state: 'completed' });
});

test('what was made of the whole stays while what failed is begun again, also where that is cancelled', async () => {
  const { held, open: letGo } = gate();
  const { state, options } = failingSecond();
  const open = house({
    ...options,
    async step(work) {
      if (!state.fails) await held;
      return options.step?.(work) ?? done(work);
    },
  });
  const id = await open.buy(2);
  open.work();
  const artifacts = { all: `/jobs/${id}/files/all.txt` };
  expect(await open.ended(id)).toMatchObject({ state: 'completed_with_diagnostics', artifacts });
  state.fails = false;
  expect((await open.retry(id)).document).toMatchObject({ state: 'running', artifacts });
  expect((await open.cancel(id)).document).toMatchObject({ state: 'cancelled', artifacts });
  letGo();
});

test('what belongs to its time is not begun again', async () => {
  const { options } = failingSecond();
  const open = house({ ...options, terms: { restartable: false } });
  const id = await open.buy(2);
  open.work();
  const ended = await open.ended(id);
  expect([ended.state, ended.retryUrl]).toEqual(['completed_with_diagnostics', undefined]);
  await expect(open.retry(id)).rejects.toMatchObject({ code: 'job_not_failed' });
});

test('files of a whole that was made for a cancelled job are forgotten', async () => {
  const { held, open: letGo } = gate();
  let isFinishing = false;
  const open = house({
    async finish() {
      isFinishing = true;
      await held;
      return { files: { all: { name: 'all.txt', mediaType: 'text/plain', bytes: Buffer.from('all') } } };
    },
  });
  const id = await open.buy(1);
  const worker = open.work();
  await expect.poll(() => isFinishing).toBe(true);
  await open.cancel(id);
  letGo();
  await worker.stop();
  expect(await open.results.file(id, 'all.txt')).toBeUndefined();
  await expect(open.jobs.file(id, 'all.txt')).rejects.toMatchObject({ code: 'not_found' });
});

test('a purge takes nothing from a job that was begun again while it looked', async () => {
  const { state, options } = failingSecond();
  const open = house(options);
  const id = await open.buy(2);
  open.work();
  const { expiresAt } = await open.ended(id);
  const over = Date.parse(expiresAt);
  const seen = [...(await open.store.overdue(over, 10))];
  expect(seen).toHaveLength(1);
  state.fails = false;
  await open.retry(id);
  const store = storeWith(open.store, 'overdue', async () => seen.splice(0));
  await purgeJobs({ store, results: open.results, log }, over, 1e12);
  expect(await open.ended(id)).toMatchObject({ state: 'completed' });
  const [first] = await open.store.items(id);
  expect(await (await resultsAfterPurge(open)).read(first?.resultHash ?? '')).toMatchObject({ n: 1 });
});

test('what a purge that died had begun to forget is forgotten by the next one', async () => {
  const open = house(failingSecond().options);
  const id = await open.buy(2);
  open.work();
  await open.ended(id);
  const [first] = await open.store.items(id);
  await open.store.expire(id);
  await purgeJobs({ store: open.store, results: open.results, log }, 0, 1e12);
  expect(await open.store.items(id)).toEqual([]);
  expect(await open.results.file(id, 'all.txt')).toBeUndefined();
  await expect((await resultsAfterPurge(open)).read(first?.resultHash ?? '')).rejects.toThrow(/is lost/);
});

test('anyone who sends the purchase of an expired job again hears that it has expired', async () => {
  const open = house();
  const body = open.sold(2);
  await open.jobs.create({ slug: 'svc-batch', body, purchaseId: 'p', receipt: {} });
  open.work();
  const { expiresAt, finishedAt } = await open.ended(body.jobId);
  open.ahead = Date.parse(expiresAt) - open.moment().now;
  const expired = { state: 'expired', items: [], finishedAt, expiresAt, progress: { done: 0, total: 0 } };
  const read = async () => {
    const { document, handle } = await open.jobs.current(body);
    expect(handle.working).toBe(false);
    expect(document.pollAfterSeconds).toBeUndefined();
    return document;
  };
  expect(await read()).toMatchObject(expired);
  await purgeJobs({ store: open.store, results: open.results, log }, open.moment().now, 1e12);
  expect(await read()).toMatchObject(expired);
});

test('a paid job that cannot be made is tried at every sweep, for longer than one looks back', async () => {
  vi.useFakeTimers();
  try {
    const settledAt = 1_000_000_000;
    let now = settledAt + 1_000;
    let refused = 0;
    const made: string[] = [];
    const body = { jobId: 'j' } as JobDocument;
    const parts = {
      ledger: {
        list: async ({ since = 0 }) => (since <= settledAt ? [{ id: 'p' } as ListedPurchase] : []),
        find: async () => ({ state: 'settled', slug: 'svc-batch', body: JSON.stringify(body), receipt: '{}' }),
      },
      store: { known: async () => new Set(made) },
      jobs: {
        async create({ purchaseId }: { purchaseId: string }) {
          refused += 1;
          if (refused <= 30) throw new Error('the object store does not answer');
          made.push(purchaseId);
        },
      },
      log,
      slugs: ['svc-batch'],
    } as unknown as SweepParts;
    const stop = keepSweeping(parts, () => now);
    for (let minute = 0; minute < 40; minute++) {
      now += 60_000;
      await vi.advanceTimersByTimeAsync(60_000);
    }
    await stop();
    expect(made).toEqual(['p']);
  } finally {
    vi.useRealTimers();
  }
});
