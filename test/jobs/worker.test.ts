import { expect, test } from 'vitest';
import { purgeJobs } from '../../src/jobs/purge.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import { closedHouses, done } from './house.ts';

const house = closedHouses();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (true_: () => boolean | Promise<boolean>) => {
  for (let turns = 0; turns < 500 && !(await true_()); turns++) await pause(5);
  expect(await true_()).toBe(true);
};

test('every item has its result at its own address, and the whole what is made of it', async () => {
  const seen: unknown[] = [];
  const open = house({
    async finish({ items, sale, document }) {
      seen.push(sale, document.state);
      const bytes = Buffer.from(items.map(({ result }) => JSON.stringify(result)).join('\n'));
      return {
        files: { lines: { name: 'all-results.txt', mediaType: 'text/plain', bytes } },
        artifacts: { html: '/reports/1' },
      };
    },
  });
  const id = await open.buy(3);
  expect((await open.jobs.view(id)).document).toMatchObject({
    ...{ state: 'accepted', pollAfterSeconds: 5, progress: { done: 0, total: 3 }, request: { from: 'a test' } },
    items: [{ state: 'waiting' }, { state: 'waiting' }, { state: 'waiting' }],
  });
  open.work();
  const ended = await open.ended(id);
  expect(ended).toMatchObject({
    ...{ state: 'completed', summary: 'The job is complete: 3 items with a result.', progress: { done: 3, total: 3 } },
    artifacts: { html: '/reports/1', lines: `/jobs/${id}/files/all-results.txt` },
  });
  expect(ended.pollAfterSeconds).toBeUndefined();
  expect(ended.items[1]).toMatchObject({ state: 'completed', resultUrl: `/jobs/${id}/items/2` });
  expect(ended.items[1]).not.toHaveProperty('result');
  expect(await open.jobs.item(id, 2)).toMatchObject({ position: 2, result: { position: 2, n: 2 } });
  expect(Buffer.from((await open.jobs.file(id, 'all-results.txt')).bytes).toString()).toContain('{"n":3,"position":3}');
  expect(seen).toEqual([{ purchaseId: 'purchase 1', receipt: { transaction: '0x1' } }, 'completed']);
  await expect(open.jobs.item(id, 4)).rejects.toMatchObject({ code: 'not_found' });
  await expect(open.jobs.file(id, '../ledger')).rejects.toMatchObject({ code: 'not_found' });
  await expect(open.jobs.view(id, 'monitors')).rejects.toMatchObject({ code: 'not_found' });
});

test('the same purchase has one job, whatever comes again', async () => {
  const open = house();
  const body = open.sold(2);
  const sold = { slug: 'svc-batch', body, purchaseId: 'p', receipt: {} };
  await Promise.all([open.jobs.create(sold), open.jobs.create(sold), open.jobs.create(sold)]);
  open.work();
  const ended = await open.ended(body.jobId);
  expect(ended.items).toHaveLength(2);
  expect(await open.jobs.current(body)).toMatchObject({ document: ended, handle: { path: 'jobs', working: false } });
  const never = open.sold(1);
  expect((await open.jobs.current(never)).document).toEqual(never);
});

test('an item that fails is tried three times, and says so in its diagnostic without the words of the fault', async () => {
  let tries = 0;
  const open = house({
    step: (work) => {
      if (work.position === 1) return done(work);
      tries += 1;
      throw work.position === 2 ? new Error('secret of a source') : new ServiceError('not_ready', { detail: 'Said.' });
    },
  });
  const id = await open.buy(3);
  open.work();
  const ended = await open.ended(id);
  expect(tries).toBe(6);
  expect(ended).toMatchObject({
    state: 'completed_with_diagnostics',
    summary: 'The job is complete: 1 item with a result, 2 items failed.',
    retryUrl: `/jobs/${id}/retry`,
  });
  expect(ended.items[1]).toMatchObject({ state: 'failed', diagnostic: { kind: 'job_item_failed', attempts: 3 } });
  expect(ended.items[2]).toMatchObject({ summary: 'Said. It was tried 3 times.' });
  expect(JSON.stringify(ended)).not.toContain('secret');
  expect(open.warned.join()).toContain('secret');
});

test('what failed is begun again free of charge, and the rest is left as it is', async () => {
  let broken = true;
  const worked: number[] = [];
  const open = house({
    step: (work) => {
      worked.push(work.position);
      if (broken && work.position === 2) throw new Error('down');
      return done(work);
    },
  });
  const id = await open.buy(2);
  open.work();
  await open.ended(id);
  broken = false;
  expect((await open.retry(id)).working).toBe(true);
  const ended = await open.ended(id);
  expect(ended.state).toBe('completed');
  expect(ended).not.toHaveProperty('retryUrl');
  expect(worked).toEqual([1, 2, 2, 2, 2]);
  await expect(open.retry(id)).rejects.toMatchObject({ code: 'job_not_failed' });
});

test('a job without any result has failed; so has one whose whole cannot be made, and both can be begun again', async () => {
  let broken = true;
  const open = house({
    step: (work) => (work.input.n === 1 ? done(work) : { state: 'diagnostic', summary: 'Nothing.' }),
    async finish() {
      if (broken) throw new Error('no paper');
      return {};
    },
  });
  const empty = await open.buy([{ input: { n: 2 } }]);
  open.work();
  expect(await open.ended(empty)).toMatchObject({ state: 'failed', error: 'No item has a result.' });
  const whole = await open.buy(1);
  expect(await open.ended(whole)).toMatchObject({ state: 'failed', items: [{ state: 'completed' }] });
  broken = false;
  await open.retry(whole);
  expect(await open.ended(whole)).toMatchObject({ state: 'completed' });
});

test('a sequential job hands each step what came before it, and adds fields of its own to the document', async () => {
  const open = house({
    terms: { sequential: true, stopsOnFailure: true },
    step: ({ position, ended, stage }) => {
      stage(`stage ${position}`);
      const before = ended.map(({ result }) => (result as { sum: number }).sum);
      return { state: 'completed', summary: 'added', result: { sum: position + before.reduce((a, b) => a + b, 0) } };
    },
    added: (_document, items) => ({ sums: items.map(({ result }) => (result as { sum: number } | undefined)?.sum) }),
  });
  const id = await open.buy([
    { input: {}, ended: { state: 'completed', summary: 'known at the sale', result: { sum: 100 } } },
    { input: {} },
    { input: {} },
  ]);
  expect(await open.jobs.item(id, 1)).toMatchObject({ state: 'completed', result: { sum: 100 } });
  open.work({ concurrency: 3 });
  expect(await open.ended(id)).toMatchObject({ state: 'completed', sums: [100, 102, 205] });
});

test('a stage that fails ends the job, and what stood behind it is not done', async () => {
  const open = house({
    terms: { sequential: true, stopsOnFailure: true },
    step: (work) => {
      if (work.position === 2) throw new Error('down');
      return done(work);
    },
  });
  const id = await open.buy(3);
  open.work();
  const ended = await open.ended(id);
  expect(ended).toMatchObject({ state: 'failed', error: expect.stringContaining('stage') });
  expect(ended.items.map(({ state }) => state)).toEqual(['completed', 'failed', 'cancelled']);
});

test('what is planned for later waits for its time', async () => {
  const open = house({ terms: { sequential: true } });
  const dueAt = new Date(open.moment().now + 60_000).toISOString();
  const id = await open.buy([{ input: {} }, { input: {}, dueAt }]);
  open.work();
  await until(async () => (await open.jobs.view(id)).document.progress.done === 1);
  await pause(100);
  expect((await open.jobs.view(id)).document).toMatchObject({
    state: 'running',
    items: [{}, { state: 'waiting', dueAt }],
  });
  open.ahead = 60_000;
  expect(await open.ended(id)).toMatchObject({ state: 'completed' });
});

test('cancelling ends an item that is under way, and keeps what was brought', async () => {
  let aborted = 0;
  const open = house({
    step: async (work) => {
      if (work.position === 1) return done(work);
      await new Promise<void>((resolve) => work.signal.addEventListener('abort', () => resolve()));
      aborted += 1;
      throw new Error('aborted');
    },
  });
  const id = await open.buy(4);
  open.work();
  await until(async () => {
    const { items } = (await open.jobs.view(id)).document;
    return items[0]?.state === 'completed' && items.filter(({ state }) => state === 'running').length === 2;
  });
  const { document, working } = await open.cancel(id);
  expect(working).toBe(false);
  expect(document.items.map(({ state }) => state)).toEqual(['completed', 'cancelled', 'cancelled', 'cancelled']);
  await until(() => aborted === 2);
  expect((await open.cancel(id)).document).toMatchObject({ state: 'cancelled', revision: document.revision });
  expect(await open.jobs.item(id, 1)).toMatchObject({ result: { n: 1 } });
});

test('an item that takes too long is ended, also where it does not listen', async () => {
  const open = house({
    terms: { itemMs: 20 },
    step: (work) => (work.position === 1 ? new Promise(() => undefined) : done(work)),
  });
  const id = await open.buy(2);
  open.work({ concurrency: 4 });
  expect(await open.ended(id, 20_000)).toMatchObject({ items: [{ state: 'failed' }, { state: 'completed' }] });
}, 30_000);

test('a worker that stops gives back what it cannot finish, and another one takes it up at once', async () => {
  let begun = 0;
  const open = house({
    step: async (work) => {
      begun += 1;
      if (begun > 1) return done(work);
      await new Promise<void>((resolve) => work.signal.addEventListener('abort', () => resolve()));
      throw new Error('stopped');
    },
  });
  const id = await open.buy(1);
  const first = open.work({ graceMs: 20, leaseMs: 60_000 });
  await until(() => begun === 1);
  await first.stop();
  expect((await open.store.items(id))[0]).toMatchObject({ state: 'waiting', takes: 0, attempts: 0 });
  open.work();
  expect(await open.ended(id)).toMatchObject({ state: 'completed' });
});

test('nothing is sold where no one works, or where too much is waiting', async () => {
  const open = house({ maxBacklog: 3 });
  await expect(open.jobs.admit()).rejects.toMatchObject({ code: 'not_ready', charged: false, retryAfterSeconds: 30 });
  await open.store.beat('a worker elsewhere', open.moment());
  await open.jobs.admit();
  await open.buy(3);
  await expect(open.jobs.admit()).rejects.toMatchObject({ code: 'not_ready', charged: false, retryAfterSeconds: 60 });
});

test('a reader waits for a change, and no longer than it said', async () => {
  const open = house();
  const id = await open.buy(1);
  const { revision } = (await open.jobs.view(id)).document;
  const { signal } = new AbortController();
  const began = performance.now();
  await open.jobs.changed(id, revision, 60, signal);
  expect(performance.now() - began).toBeGreaterThan(50);
  const waiting = open.jobs.changed(id, revision, 60_000, signal);
  open.work();
  await waiting;
  await open.ended(id);
  await open.jobs.changed(id, (await open.jobs.view(id)).document.revision, 60_000, signal);
});

test('when its time is over the job says how it ended and no more, and nothing of it is stored', async () => {
  const bytes = Buffer.from('all');
  const open = house({
    finish: async () => ({ files: { text: { name: 'all.txt', mediaType: 'text/plain', bytes } } }),
  });
  const id = await open.buy(1);
  open.work();
  const { expiresAt } = await open.ended(id);
  open.ahead = Date.parse(expiresAt) - open.moment().now;
  const gone = {
    code: 'job_expired',
    status: 410,
    extra: {
      jobId: id,
      state: 'expired',
      endedAs: 'completed',
      receiptSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  };
  await expect(open.jobs.view(id)).rejects.toMatchObject(gone);
  await expect(open.jobs.item(id, 1)).rejects.toMatchObject(gone);
  await expect(open.jobs.file(id, 'all.txt')).rejects.toMatchObject(gone);
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  await purgeJobs({ store: open.store, results: open.results, log }, open.moment().now, 86_400_000_000);
  await expect(open.jobs.view(id)).rejects.toMatchObject(gone);
  expect(await open.store.items(id)).toEqual([]);
  expect(await open.results.file(id, 'all.txt')).toBeUndefined();
});
