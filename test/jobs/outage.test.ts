import { expect, test } from 'vitest';
import type { RequestLogEntry } from '../../src/kernel/ports/sources.ts';
import { closedHouses, done, type HouseOptions } from './house.ts';

const house = closedHouses();

const query = (outcome: RequestLogEntry['outcome'], status?: number): RequestLogEntry => ({
  ...{
    cardId: 'c',
    source: 'A source',
    method: 'GET',
    url: 'https://source.test/',
    at: '2026-11-21T12:00:00Z',
    outcome,
  },
  ...(status !== undefined && { status }),
});

/** A route whose source fails in this way until it is well again. */
function withSource(worker: HouseOptions['worker'] = {}) {
  const source = { outcome: 'unreachable' as RequestLogEntry['outcome'] | 'well', attempts: 0 };
  const open = house({
    worker,
    step: (work) => {
      source.attempts += 1;
      work.queried.push(query('answered', 200));
      if (source.outcome === 'well') return done(work);
      work.queried.push(query(source.outcome));
      throw new Error('the source failed');
    },
  });
  return { source, open };
}

test('after a source failed the next attempt waits longer than the source is left alone', async () => {
  const { open, source } = withSource({ restMs: 1, sourceRestMs: 40 });
  const id = await open.buy(1);
  const began = performance.now();
  open.work();
  expect(await open.ended(id)).toMatchObject({
    state: 'failed',
    items: [{ summary: expect.stringContaining('It was tried 3 times.') }],
  });
  expect([source.attempts, performance.now() - began > 40 + 160]).toEqual([3, true]);
});

test.each(['circuit_open', 'rate_limited'] as const)('an attempt that sent nothing (%s) is none', async (outcome) => {
  const { open, source } = withSource({ sourceRestMs: 40 });
  source.outcome = outcome;
  const id = await open.buy(1);
  open.work();
  await expect.poll(() => source.attempts, { interval: 5 }).toBeGreaterThan(4);
  expect((await open.jobs.view(id)).working).toBe(true);
  source.outcome = 'well';
  expect(await open.ended(id)).toMatchObject({ state: 'completed' });
});

test('a restart whose attempts sent nothing is none of the five', async () => {
  const { open, source } = withSource();
  const id = await open.buy(1);
  open.work();
  await open.ended(id);
  source.outcome = 'circuit_open';
  for (let restart = 1; restart <= 6; restart++) {
    await open.retry(id);
    const { items } = await open.ended(id);
    expect(items[0]?.summary).toContain('its sources were left alone');
  }
  expect(await open.store.find(id)).toMatchObject({ restarts: 0 });
  source.outcome = 'unreachable';
  for (let restart = 1; restart <= 5; restart++) {
    await open.retry(id);
    await open.ended(id);
  }
  await expect(open.retry(id)).rejects.toMatchObject({ code: 'job_not_failed' });
  source.outcome = 'well';
  expect((await open.jobs.view(id)).document).not.toHaveProperty('retryUrl');
});

test('a failed job says when it can be begun again, and what comes too early when to come back', async () => {
  const { open, source } = withSource();
  const id = await open.buy(1);
  const worker = open.work({ sourceRestMs: 5, automaticRetryMs: 3_600_000 });
  const failed = await open.ended(id);
  await worker.stop();
  const finished = open.moment().now;
  const at = (ms: number) => new Date(finished + ms).toISOString();
  expect(failed).toMatchObject({
    ...{ retryAfter: at(5), automaticRetryAt: at(3_600_000) },
    summary: expect.stringContaining(`It can be begun again free of charge from ${at(5)} on.`),
  });
  await expect(open.retry(id)).rejects.toMatchObject({ code: 'job_retry_too_early', retryAfterSeconds: 1 });
  expect(await open.store.find(id)).toMatchObject({ restarts: 0, state: 'failed' });
  open.ahead = 5;
  source.outcome = 'well';
  await open.retry(id);
  open.work();
  const ended = await open.ended(id);
  expect([ended.state, ended.retryAfter, ended.automaticRetryAt]).toEqual(['completed', undefined, undefined]);
});

test('what an outage stopped is begun again once by itself, within the term of the job', async () => {
  const { open, source } = withSource({ automaticRetryMs: 60_000 });
  const [first, second] = [await open.buy(2), await open.buy(1)];
  // a worker looks at its start, and then every quarter of a minute
  const next = async () => {
    const worker = open.work();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const documents = [await open.ended(first), await open.ended(second)];
    await worker.stop();
    return documents;
  };
  for (const document of await next()) expect(document.state).toBe('failed');
  const tried = source.attempts;
  expect(tried).toBe(9);
  open.ahead = 59_999;
  await next();
  expect(source.attempts).toBe(tried);
  open.ahead = 60_000;
  await next();
  // nothing of the buyer's five was used
  expect([source.attempts, (await open.store.find(first))?.restarts]).toEqual([2 * tried, 0]);
  open.ahead = 600_000;
  for (const document of await next()) {
    expect(document.state).toBe('failed');
    expect(document).not.toHaveProperty('automaticRetryAt');
  }
  expect(source.attempts).toBe(2 * tried);
});

test('an outage that is over at the automatic retry ends in the whole result; a term that is shorter has none', async () => {
  const { open, source } = withSource({ automaticRetryMs: 60_000 });
  const id = await open.buy(1);
  const worker = open.work();
  await open.ended(id);
  await worker.stop();
  source.outcome = 'well';
  open.ahead = 60_000;
  open.work();
  await expect.poll(async () => (await open.jobs.view(id)).document.state).toBe('completed');

  const short = house({ terms: { expiresAfterMs: 60_000 }, step: () => Promise.reject(new Error('down')) });
  const other = await short.buy(1);
  short.work({ automaticRetryMs: 60_000 });
  expect(await short.ended(other)).not.toHaveProperty('automaticRetryAt');
});

test('many lanes that rest poll as one, and none warns of too many listeners', async () => {
  const warned: string[] = [];
  const note = ({ name }: Error) => void warned.push(name);
  process.on('warning', note);
  let polls = 0;
  const open = house({ worker: { concurrency: 40, idleMs: 50 } });
  const { takeEnded } = open.store;
  open.store.takeEnded = (...given) => {
    polls += 1;
    return takeEnded.apply(open.store, given);
  };
  const worker = open.work();
  await new Promise((resolve) => setTimeout(resolve, 500));
  // 40 at the start, and then about ten: each lane by itself would poll 400 times
  expect(polls).toBeLessThan(80);
  const id = await open.buy(60);
  expect(await open.ended(id)).toMatchObject({ state: 'completed' });
  await worker.stop();
  process.off('warning', note);
  expect(warned).toEqual([]);
});
