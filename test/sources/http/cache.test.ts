import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../../src/kernel/canonical.ts';
import { createReplyCache, type Kept } from '../../../src/sources/http/cache.ts';
import { SqliteStore } from '../../../src/sources/http/cache-file.ts';
import { freshSeconds } from '../../../src/sources/http/freshness.ts';
import { testCard, withRig } from '../rig.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const kept = (more: Partial<Kept> = {}): Kept => ({
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
const rules = (ttlSeconds: number, mayLeaveMemory = true) => ({ ttlSeconds, mayLeaveMemory });
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
  await withRig({ clock: () => now }, async ({ access, upstreams, asked }) => {
    const first = await access.fetch(card, { url: card.endpoint });
    now = new Date('2026-11-21T13:00:00Z');
    expect(await access.fetch(card, { url: card.endpoint })).toEqual(first);
    expect(upstreams.requests.length).toBe(1);
    expect(asked.map((entry) => entry.at)).toEqual(['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.000Z']);
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
    const first = createReplyCache({ directory, log: quiet });
    first.set('text', kept(), rules(60));
    first.set('bytes', kept({ bytes: Buffer.from([255, 254, 0, 1]) }), rules(60));
    first.set('short', kept(), rules(1));
    first.set('made-up', kept({ synthetic: true }), rules(60));
    first.set('large', kept({ bytes: Buffer.alloc(2_000_001, 'x') }), rules(60));
    first.set('people', kept(), rules(60, false));
    expect(await first.get('people')).toEqual(kept());
    expect(await first.get('made-up')).toMatchObject({ synthetic: true });
    expect(await first.get('large')).toMatchObject({ status: 200 });
    await first.close();
    expect(existsSync(join(directory, 'replies.sqlite'))).toBe(true);
    // without its question a body cannot be read
    const atRest = readdirSync(directory).map((name) => readFileSync(join(directory, name)).toString('latin1'));
    expect(atRest.join()).not.toContain('{"a"');
    expect(atRest.join()).not.toContain(Buffer.from('{"a"').toString('base64').slice(0, 5));

    await new Promise((resolve) => setTimeout(resolve, 1050));
    const second = createReplyCache({ directory, log: quiet });
    expect(await second.get('text')).toEqual(kept());
    expect((await second.get('bytes'))?.bytes).toEqual(Buffer.from([255, 254, 0, 1]));
    for (const key of ['short', 'made-up', 'large', 'people', 'never'])
      expect(await second.get(key), key).toBeUndefined();
    await second.close();
  });
});

test('a folder that cannot be used, or a shared store without its adapter, is logged and does without', async () => {
  await inFolder(async (directory) => {
    const blocked = join(directory, 'file');
    writeFileSync(blocked, 'not a folder');
    const lines: object[] = [];
    const log = { ...quiet, warn: (fields: object) => lines.push(fields) };
    const cache = createReplyCache({ directory: blocked, redisUrl: 'redis://127.0.0.1:1', log });
    cache.set('a', kept(), rules(60));
    expect(await cache.get('a')).toEqual(kept());
    expect(await cache.get('b')).toBeUndefined();
    await cache.close();
    expect(lines).toMatchObject([{ kind: 'redis' }, { kind: 'sqlite' }]);
    expect(JSON.stringify(lines)).not.toContain('127.0.0.1');
  });
});

test('a damaged file is no reason to fail', async () => {
  await inFolder(async (directory) => {
    writeFileSync(join(directory, 'replies.sqlite'), 'this is no database, whatever its name says'.repeat(100));
    const cache = createReplyCache({ directory, log: quiet });
    expect(await cache.get('a')).toBeUndefined();
    cache.set('a', kept(), rules(60));
    expect(await cache.get('a')).toEqual(kept());
    await cache.close();
  });
});

test.skipIf(!adapterInstalled)('@keyv/sqlite, where it is installed, and libsql read the same file', async () => {
  await inFolder(async (directory) => {
    const cache = createReplyCache({ directory, log: quiet });
    cache.set('a', kept(), rules(60));
    await cache.close();
    const store = new SqliteStore(join(directory, 'replies.sqlite'));
    expect(await store.get(`source-replies:${sha256('a')}`)).toContain('"expires"');
    await store.disconnect();
  });
});
