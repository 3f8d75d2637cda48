import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SharedTurn, TurnTaken } from '../../../src/kernel/ports/shared.ts';
import { openShared, type Shared } from '../../../src/store/redis/shared.ts';
import { redisMissing, type TemporaryRedis, temporaryRedis } from '../temporary-redis.ts';

const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const turnAt = (host: string, more: Partial<SharedTurn> = {}): SharedTurn => ({
  ...{ host, source: 'register', hostSlots: 12, sourceSlots: 4, holdMs: 5000 },
  signal: new AbortController().signal,
  ...more,
});

const release = (turn: TurnTaken) => turn.kind === 'go' && turn.release();

describe.skipIf(redisMissing())('limits that two processes keep together in Redis', () => {
  let redis: TemporaryRedis;
  let one: Shared;
  let two: Shared;
  beforeAll(async () => {
    redis = await temporaryRedis();
    // a busy machine may be slow; how long a caller waits is proved below
    one = openShared(redis.url, log, 10_000);
    two = openShared(redis.url, log, 10_000);
  });
  afterAll(async () => {
    await one.close();
    await two.close();
    await redis.stop();
  });

  test('a caller is counted across both, apart from others and from other limits', async () => {
    const [calls, same] = [one.counter('calls'), two.counter('calls')];
    expect((await calls.count('192.0.2.1')).calls).toBe(1);
    const second = await same.count('192.0.2.1');
    expect(second.calls).toBe(2);
    expect(second.resetsInMs).toBeGreaterThan(50_000);
    expect(second.resetsInMs).toBeLessThanOrEqual(60_000);
    expect((await same.count('192.0.2.2')).calls).toBe(1);
    expect((await two.counter('reads').count('192.0.2.1')).calls).toBe(1);
  });

  test('slots of a source hold for both; one that is released is taken by anyone who waits', async () => {
    const taken = await Promise.all([one, two, one, two].map(({ sources }) => sources.take(turnAt('slots.test'))));
    expect(taken.map(({ kind }) => kind)).toEqual(['go', 'go', 'go', 'go']);
    let waited = true;
    const fifth = two.sources.take(turnAt('slots.test')).then((turn) => {
      waited = false;
      return turn;
    });
    await pause(150);
    expect(waited).toBe(true);
    release(taken[0] as TurnTaken);
    expect((await fifth).kind).toBe('go');
    expect((await one.sources.take(turnAt('slots.test', { source: 'another' }))).kind).toBe('go');
  });

  test('slots of a process that died are free again after their time', async () => {
    const short = { hostSlots: 1, holdMs: 300 };
    expect((await one.sources.take(turnAt('died.test', short))).kind).toBe('go');
    const began = performance.now();
    expect((await two.sources.take(turnAt('died.test', short))).kind).toBe('go');
    expect(performance.now() - began).toBeGreaterThan(200);
  });

  test('no interval sees more requests than the rate, anyone who sends them', async () => {
    const rate = { requests: 3, perMs: 300 };
    const many = { hostSlots: 100, sourceSlots: 100, rate };
    const sent: number[] = [];
    const ask = async ({ sources }: Shared) => {
      release(await sources.take(turnAt('rate.test', many)));
      sent.push(performance.now());
    };
    await Promise.all(Array.from({ length: 12 }, (_, at) => ask(at % 2 ? one : two)));
    sent.sort((a, b) => a - b);
    expect(sent.length).toBe(12);
    // the fourth after each is at least an interval later; what is measured here lags what Redis decided
    for (let at = 3; at < sent.length; at += 1)
      expect((sent[at] ?? 0) - (sent[at - 3] ?? 0)).toBeGreaterThan(rate.perMs * 0.8);
  });

  test('when a source asks one of them to wait, both do', async () => {
    one.sources.pause('paused.test', 400);
    await pause(60);
    expect((await two.sources.take(turnAt('paused.test'))).kind).toBe('paused');
    await pause(400);
    expect((await two.sources.take(turnAt('paused.test'))).kind).toBe('go');
  });

  test('a caller who leaves waits no longer', async () => {
    const full = { hostSlots: 1 };
    expect((await one.sources.take(turnAt('left.test', full))).kind).toBe('go');
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), 50);
    const began = performance.now();
    expect((await two.sources.take(turnAt('left.test', { ...full, signal: leaving.signal }))).kind).toBe('cancelled');
    expect(performance.now() - began).toBeLessThan(500);
  });
});

describe.skipIf(redisMissing())('without an answer of Redis', () => {
  test.each(['hangs', 'is gone', 'was never there'])('a process goes on alone when it %s, and says so', async (how) => {
    const redis = await temporaryRedis();
    const said: string[] = [];
    const say = (_: object, message: string) => void said.push(message);
    if (how === 'was never there') await redis.kill();
    const shared = openShared(redis.url, { ...log, warn: say, info: say });
    const calls = shared.counter('calls');
    try {
      if (how !== 'was never there') {
        await expect.poll(() => shared.check(), { timeout: 20_000 }).toBe(true);
        said.length = 0;
      }
      if (how === 'hangs') redis.hang();
      if (how === 'is gone') await redis.kill();
      const began = performance.now();
      expect((await calls.count('a')).calls).toBe(1);
      for (let calledAgain = 2; calledAgain <= 50; calledAgain += 1)
        expect((await calls.count('a')).calls).toBe(calledAgain);
      // far from a quarter of a second for each
      expect(performance.now() - began).toBeLessThan(10_000);
      expect((await shared.sources.take(turnAt('x.test'))).kind).toBe('alone');
      expect(await shared.check()).toBe(false);
      expect(said).toEqual(['Redis does not answer: limits are counted by each process alone']);
      if (how === 'hangs') redis.resume();
      else await redis.start();
      await expect.poll(() => shared.check(), { timeout: 20_000, interval: 100 }).toBe(true);
      expect(said.at(-1)).toBe('Redis answers again: limits are shared');
      expect((await shared.sources.take(turnAt('x.test'))).kind).toBe('go');
    } finally {
      redis.resume();
      await shared.close();
      await redis.stop();
    }
  });
});
