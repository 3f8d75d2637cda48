import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/kernel/canonical.ts';
import type { Objects } from '../../src/store/object-store.ts';
import { openObjects } from '../../src/store/objects.ts';
import { testClock } from '../clock.ts';
import { postgresMissing, temporaryPostgres } from './temporary-postgres.ts';

let dataDir: string;
let objects: Objects;
let now: Date;
const clock = () => now;
const bytes = Buffer.from('<svg/>');
const hash = sha256(bytes);

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'objects-'));
  now = testClock();
  objects = openObjects({ dataDir, clock });
});
afterEach(async () => {
  await objects.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the object store', () => {
  test('keeps bytes under their hash, once', async () => {
    const [first, second] = await Promise.all([
      objects.put(bytes, 'image/svg+xml'),
      objects.put(bytes, 'image/svg+xml'),
    ]);
    expect([first.contentHash, second.contentHash]).toEqual([hash, hash]);
    expect(await objects.get(hash)).toEqual({ bytes, mediaType: 'image/svg+xml' });
    expect(await objects.get('0'.repeat(64))).toBeUndefined();
    expect(readdirSync(join(dataDir, 'objects', 'sha256', hash.slice(0, 2)))).toHaveLength(2);
  });

  test('does not hand out bytes that no longer match their address', async () => {
    const { key } = await objects.put(bytes, 'image/svg+xml');
    writeFileSync(join(dataDir, 'objects', ...key.split('/')), 'other');
    expect(await objects.get(hash)).toBeUndefined();
  });

  test('names point to one thing for good and leave their folder in no case', async () => {
    await objects.put(bytes, 'image/svg+xml');
    await objects.name('reports/a1', hash);
    await objects.name('reports/a1', hash);
    expect(await objects.named('reports/a1')).toBe(hash);
    expect(await objects.named('reports/b2')).toBeUndefined();
    await expect(objects.name('reports/a1', '1'.repeat(64))).rejects.toThrow('already points');
    for (const name of ['../x', 'a//b', '/a', 'a/..', 'A'])
      await expect(objects.named(name)).rejects.toThrow('not a name');
    await expect(objects.get('../../etc/passwd')).rejects.toThrow('not a content hash');
  });

  test('what no name holds goes after its time, what was sold after a longer one', () => keepsAndPurges(objects));
});

/** A name that is pointed elsewhere, and one that is pointed to the same bytes again: both are young again. */
async function repoints(store: Objects): Promise<void> {
  const other = await store.put(Buffer.from('other'), 'text/plain');
  await store.put(bytes, 'image/svg+xml');
  await store.name('sharing/a1', hash);
  await store.name('reports/c3', hash);
  await store.name('reports/d4', hash);
  now = new Date(now.getTime() + 60_000);
  await store.repoint('sharing/a1', other.contentHash);
  await store.repoint('reports/c3', hash);
  await store.repoint('sharing/b2', hash);
  expect(await store.named('sharing/a1')).toBe(other.contentHash);
  expect(await store.named('sharing/b2')).toBe(hash);
  expect(await store.purge({ now: now.getTime(), namedMs: 30_000, unnamedMs: 1e9 })).toMatchObject({ names: 1 });
  expect([await store.named('reports/c3'), await store.named('reports/d4')]).toEqual([hash, undefined]);
  await expect(store.repoint('../x', hash)).rejects.toThrow('not a name');
  await expect(store.repoint('sharing/a1', 'x')).rejects.toThrow('not a content hash');
}

test('a name can be pointed elsewhere, and its time counts from then', () => repoints(objects));

/** Two objects, one of them named: what is left of them as time passes. */
async function keepsAndPurges(store: Objects): Promise<void> {
  const rules = { namedMs: 100_000, unnamedMs: 10_000 };
  const unsold = await store.put(Buffer.from('unsold'), 'text/plain');
  await store.put(bytes, 'image/svg+xml');
  await store.name('pictures/a1', hash);
  const put = now.getTime();
  expect(await store.purge({ ...rules, now: put + 5_000 })).toEqual({ names: 0, objects: 0 });
  expect(await store.purge({ ...rules, now: put + 20_000 })).toEqual({ names: 0, objects: 1 });
  expect(await store.get(unsold.contentHash)).toBeUndefined();
  expect(await store.get(hash)).toBeDefined();
  expect(await store.purge({ ...rules, now: put + 200_000 })).toEqual({ names: 1, objects: 1 });
  expect([await store.named('pictures/a1'), await store.get(hash)]).toEqual([undefined, undefined]);
}

test('bytes that are put again are young again', async () => {
  await objects.put(bytes, 'image/svg+xml');
  now = new Date(now.getTime() + 60_000);
  await objects.put(bytes, 'image/svg+xml');
  expect(await objects.purge({ now: now.getTime(), namedMs: 1e12, unnamedMs: 30_000 })).toEqual({
    names: 0,
    objects: 0,
  });
});

const missing = postgresMissing();

test.skipIf(missing !== undefined)(
  'the object store on PostgreSQL keeps the same promises',
  async () => {
    const cluster = await temporaryPostgres();
    const [one, two] = [1, 2].map(() => openObjects({ databaseUrl: cluster.url, dataDir, clock }));
    try {
      if (!one || !two) throw new Error('no stores');
      await one.put(bytes, 'image/svg+xml');
      await two.put(bytes, 'image/svg+xml');
      expect(await two.get(hash)).toEqual({ bytes, mediaType: 'image/svg+xml' });
      await one.name('reports/a1', hash);
      await two.name('reports/a1', hash);
      expect(await two.named('reports/a1')).toBe(hash);
      await expect(two.name('reports/a1', '1'.repeat(64))).rejects.toThrow('already points');
      await one.purge({ now: now.getTime() + 1e6, namedMs: 0, unnamedMs: 0 });
      await keepsAndPurges(two);
      await repoints(one);
      expect(await two.named('sharing/a1')).toBe(await one.named('sharing/a1'));
    } finally {
      await Promise.all([one?.close(), two?.close()]);
      cluster.stop();
    }
  },
  60_000,
);
