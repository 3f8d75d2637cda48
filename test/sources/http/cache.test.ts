import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sha256 } from '../../../src/kernel/canonical.ts';
import { type KeepRules, ReplyCache, type Stored } from '../../../src/sources/http/cache.ts';
import { SqliteStore } from '../../../src/sources/http/cache-file.ts';
import { freshSeconds } from '../../../src/sources/http/question.ts';
import { getJson, wrongShape } from '../../../src/sources/shared/lookup.ts';
import { redisMissing, temporaryRedis } from '../../store/temporary-redis.ts';
import { type Rig, testCard, withRig } from '../rig.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const stored = (more: Partial<Stored> = {}): Stored => ({
  status: 200,
  bytes: Buffer.from('{"a":"ü"}'),
  contentType: 'application/json',
  lastModified: undefined,
  redirected: false,
  synthetic: false,
  fetchedAt: '2026-11-21T12:00:00.000Z',
  bodyHash: 'ab',
  ...more,
});
const rules = (ttlSeconds: number, mayLeaveMemory = true): KeepRules => ({ ttlSeconds, mayLeaveMemory });
/** A reply that landed, and that its reader accepted. */
function keep(cache: ReplyCache, question: string, reply: Stored, how: KeepRules) {
  const held = cache.hold(question, reply, how);
  if (!held) throw new Error('nothing was held');
  cache.accept(held);
  return held;
}
const keptOf = async (cache: ReplyCache, question: string) => {
  const held = await cache.get(question);
  return held?.stored;
};
const inFolder = async (test: (directory: string) => Promise<void>) => {
  const directory = mkdtempSync(join(tmpdir(), 'cache-'));
  try {
    await test(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
const adapter = ['@keyv', 'sqlite'].join('/');
const adapterInstalled = await import(adapter).then(
  () => true,
  () => false,
);

test('an answer is used again while it is fresh and keeps the time at which it was fetched', async () => {
  let now = new Date('2026-11-21T12:00:00Z');
  const card = testCard({ http: { ttlSeconds: 1 } });
  await withRig({ clock: () => now }, async ({ access, upstreams, queried }) => {
    const first = await access.fetch(card, { url: card.endpoint });
    now = new Date('2026-11-21T13:00:00Z');
    expect(await access.fetch(card, { url: card.endpoint })).toEqual(first);
    expect(upstreams.requests.length).toBe(1);
    expect(queried.map((entry) => entry.at)).toEqual(['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.000Z']);
    await access.fetch(card, { url: card.endpoint, ttlSeconds: 0 });
    expect(upstreams.requests.length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const later = await access.fetch(card, { url: card.endpoint });
    expect(later).toMatchObject({ ok: true, fetchedAt: '2026-11-21T13:00:00.000Z' });
    expect(upstreams.requests.length).toBe(3);
  });
});

test('different questions do not share an answer', async () => {
  const card = testCard();
  await withRig({}, async ({ access, upstreams }) => {
    const post = { url: card.endpoint, method: 'POST' as const, idempotent: true };
    await access.fetch(card, { url: card.endpoint });
    await access.fetch(card, { url: `${card.endpoint}?a=1` });
    await access.fetch(card, { url: card.endpoint, headers: { accept: 'text/csv' }, as: 'text' });
    await access.fetch(card, { ...post, body: 'a=1' });
    await access.fetch(card, { ...post, body: 'a=2' });
    await access.fetch(card, { ...post, body: 'a=2' });
    expect(upstreams.requests.length).toBe(5);
  });
});

test('freshness: the question, then the card, then Cache-Control, then an hour', () => {
  const silent = testCard();
  const speaking = testCard({ http: { ttlSeconds: 60 } });
  expect(freshSeconds(speaking, { url: '', ttlSeconds: 5 }, 'max-age=9')).toBe(5);
  expect(freshSeconds(speaking, { url: '' }, 'max-age=9')).toBe(60);
  expect(freshSeconds(silent, { url: '' }, 'public, max-age=9')).toBe(9);
  expect(freshSeconds(silent, { url: '' }, 'no-store')).toBe(0);
  expect(freshSeconds(silent, { url: '' })).toBe(3600);
});

test('no-store is obeyed where the card does not say otherwise', async () => {
  const card = testCard();
  const respond = () => ({ headers: { 'cache-control': 'no-store' }, body: { a: 1 } });
  await withRig({ respond }, async ({ access, upstreams }) => {
    await access.fetch(card, { url: card.endpoint });
    await access.fetch(card, { url: card.endpoint });
    expect(upstreams.requests.length).toBe(2);
  });
});

test('the file survives a restart; made-up and very large answers and what may hold people stay out of it', async () => {
  await inFolder(async (directory) => {
    const first = new ReplyCache({ directory, log: quiet });
    keep(first, 'text', stored(), rules(60));
    keep(first, 'bytes', stored({ bytes: Buffer.from([255, 254, 0, 1]) }), rules(60));
    keep(first, 'short', stored(), rules(1));
    keep(first, 'made-up', stored({ synthetic: true }), rules(60));
    keep(first, 'large', stored({ bytes: Buffer.alloc(2_000_001, 'x') }), rules(60));
    keep(first, 'people', stored(), rules(60, false));
    expect(await keptOf(first, 'people')).toEqual(stored());
    expect(await keptOf(first, 'made-up')).toMatchObject({ synthetic: true });
    expect(await keptOf(first, 'large')).toMatchObject({ status: 200 });
    await first.close();
    expect(existsSync(join(directory, 'replies.sqlite'))).toBe(true);
    // without its question a body cannot be read
    const atRest = readdirSync(directory).map((name) => readFileSync(join(directory, name)).toString('latin1'));
    expect(atRest.join()).not.toContain('{"a"');
    expect(atRest.join()).not.toContain(Buffer.from('{"a"').toString('base64').slice(0, 5));

    await new Promise((resolve) => setTimeout(resolve, 1050));
    const second = new ReplyCache({ directory, log: quiet });
    expect(await keptOf(second, 'text')).toEqual(stored());
    expect((await keptOf(second, 'bytes'))?.bytes).toEqual(Buffer.from([255, 254, 0, 1]));
    for (const key of ['short', 'made-up', 'large', 'people', 'never'])
      expect(await keptOf(second, key), key).toBeUndefined();
    await second.close();
  });
});

test.each([
  ['a folder that cannot be used', undefined, 'sqlite'],
  ['a Redis that is not there', 'redis://127.0.0.1:1', 'redis'],
])('%s is logged once and done without', async (_what, redisUrl, kind) => {
  await inFolder(async (directory) => {
    const blocked = join(directory, 'file');
    writeFileSync(blocked, 'not a folder');
    const lines: object[] = [];
    const log = { ...quiet, warn: (fields: object) => lines.push(fields) };
    const cache = new ReplyCache({ directory: blocked, redisUrl, log });
    keep(cache, 'a', stored(), rules(60));
    expect(await keptOf(cache, 'a')).toEqual(stored());
    expect(await keptOf(cache, 'b')).toBeUndefined();
    await cache.close();
    expect(lines).toMatchObject([{ kind }]);
    expect(JSON.stringify(lines)).not.toContain('127.0.0.1');
  });
});

test.skipIf(redisMissing())(
  'what one process keeps in Redis another reads, and a list of its keys tells nothing',
  async () => {
    const redis = await temporaryRedis();
    const [first, second] = [redis.url, redis.url].map((redisUrl) => new ReplyCache({ redisUrl, log: quiet }));
    try {
      const question = 'GET https://office.test/data?street=HARGETT';
      keep(first as ReplyCache, question, stored(), rules(60));
      await expect.poll(() => keptOf(second as ReplyCache, question)).toEqual(stored());
      const client = createClient({ url: redis.url });
      await client.connect();
      for (const key of await client.keys('*')) {
        expect(key).not.toContain('HARGETT');
        if ((await client.type(key)) === 'string') expect(await client.get(key)).not.toContain('HARGETT');
      }
      client.destroy();
      redis.hang();
      const began = performance.now();
      expect(await keptOf(second as ReplyCache, 'not in memory')).toBeUndefined();
      expect(performance.now() - began).toBeLessThan(1000);
      redis.resume();
    } finally {
      redis.resume();
      await first?.close();
      await second?.close();
      await redis.stop();
    }
  },
);

test('a damaged file is no reason to fail', async () => {
  await inFolder(async (directory) => {
    writeFileSync(join(directory, 'replies.sqlite'), 'this is no database, whatever its name says'.repeat(100));
    const cache = new ReplyCache({ directory, log: quiet });
    expect(await keptOf(cache, 'a')).toBeUndefined();
    keep(cache, 'a', stored(), rules(60));
    expect(await keptOf(cache, 'a')).toEqual(stored());
    await cache.close();
  });
});

test.skipIf(!adapterInstalled)('@keyv/sqlite, where it is installed, and libsql read the same file', async () => {
  await inFolder(async (directory) => {
    const cache = new ReplyCache({ directory, log: quiet });
    keep(cache, 'a', stored(), rules(60));
    await cache.close();
    const store = new SqliteStore(join(directory, 'replies.sqlite'));
    expect(await store.get(`source-replies-3:${sha256('a')}`)).toContain('"expires"');
    await store.disconnect();
  });
});

describe('what a reader says of a reply', () => {
  const schema = z.looseObject({ rows: z.array(z.number()) });
  const card = testCard({ http: { ttlSeconds: 3600 }, peopleFree: true });
  let body: unknown;
  const respond = () => ({ body });
  const requestsFor = async (rig: Rig, work: () => Promise<unknown>) => {
    const before = rig.upstreams.requests.length;
    await work();
    return rig.upstreams.requests.length - before;
  };
  const ask = (rig: Rig) => getJson(rig.access, card, { url: card.endpoint }, schema);

  test('a wrong shape is used again for a moment and never stored; the source is believed at its next answer', async () => {
    body = { hello: 'world' };
    await withRig({ respond, limits: { unacceptedMs: 80 } }, async (rig) => {
      expect((await ask(rig)).state).toBe('unavailable');
      body = { rows: [1] };
      expect(await requestsFor(rig, () => ask(rig))).toBe(0);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect((await ask(rig)).state).toBe('found');
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await requestsFor(rig, () => ask(rig))).toBe(0);
    });
  });

  test('a reply that no reader judged is forgotten in time; the time does not begin anew with each use', async () => {
    body = { rows: [1] };
    await withRig({ respond, limits: { unacceptedMs: 120 } }, async (rig) => {
      const glance = () => rig.access.fetch(card, { url: card.endpoint });
      expect(await requestsFor(rig, glance)).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 70));
      expect(await requestsFor(rig, glance)).toBe(0);
      await new Promise((resolve) => setTimeout(resolve, 70));
      expect(await requestsFor(rig, glance)).toBe(1);
    });
  });

  test('what a driver accepted and its reader then refused is not stored, page after page', async () => {
    body = { rows: [1] };
    await withRig({ respond, limits: { unacceptedMs: 0 } }, async (rig) => {
      const second = () => getJson(rig.access, card, { url: `${card.endpoint}?page=2` }, schema);
      await ask(rig);
      await second();
      expect(await requestsFor(rig, async () => [await ask(rig), await second()])).toBe(0);
      wrongShape(rig.access, card);
      expect(await requestsFor(rig, async () => [await ask(rig), await second()])).toBe(2);
    });
  });

  test('the file holds what was accepted, loses what was refused, and forgets what an earlier version stored', async () => {
    await inFolder(async (directory) => {
      const first = new ReplyCache({ directory, log: quiet });
      first.hold('unread', stored(), rules(60));
      first.refuse(keep(first, 'same breath', stored(), rules(60)));
      const later = keep(first, 'later', stored(), rules(60));
      keep(first, 'good', stored(), rules(60));
      await first.close();

      const second = new ReplyCache({ directory, log: quiet });
      for (const question of ['unread', 'same breath']) expect(await second.get(question), question).toBeUndefined();
      expect(await keptOf(second, 'later')).toEqual(later.stored);
      const read = await second.get('later');
      if (read) second.refuse(read);
      expect(await second.get('later')).toBeUndefined();
      await second.close();

      const old = new SqliteStore(join(directory, 'replies.sqlite'));
      await old.set('source-replies-2:x', JSON.stringify({ value: {}, expires: Date.parse('9999-12-31') }));
      await old.disconnect();
      const third = new ReplyCache({ directory, log: quiet });
      expect(await third.get('later')).toBeUndefined();
      expect(await keptOf(third, 'good')).toEqual(stored());
      await third.close();
      const rows = new SqliteStore(join(directory, 'replies.sqlite'));
      expect(await rows.get('source-replies-2:x')).toBeUndefined();
      expect(await rows.get(`source-replies-3:${sha256('good')}`)).toBeDefined();
      await rows.disconnect();
    });
  });
});
