import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../src/kernel/canonical.ts';
import type { Objects } from '../../src/store/object-store.ts';
import { openObjects } from '../../src/store/objects.ts';
import { testClock } from '../clock.ts';
import { onEachStore, openPlace, type StorePlace } from './stores.ts';

let now: Date;
const clock = () => now;
const bytes = Buffer.from('<svg/>');
const hash = sha256(bytes);
const picture = 'image/svg+xml';
beforeEach(() => {
  now = testClock();
});

onEachStore('the object store', (start) => {
  let place: StorePlace;
  let objects: Objects;
  /** Of another process. */
  let other: Objects;
  beforeEach(async () => {
    place = await start();
    objects = openObjects({ ...place.settings, clock });
    other = openObjects({ ...place.settings, clock });
  });
  afterEach(async () => {
    await Promise.all([objects.close(), other.close()]);
    await place.stop();
  });

  test('keeps bytes under their hash, for every process', async () => {
    const [first, second] = await Promise.all([objects.put(bytes, picture), other.put(bytes, picture)]);
    expect([first.contentHash, second.contentHash]).toEqual([hash, hash]);
    expect(await other.get(hash)).toEqual({ bytes, mediaType: picture });
    expect(await objects.get('0'.repeat(64))).toBeUndefined();
  });

  test('names point to one thing for good and leave their folder in no case', async () => {
    await objects.put(bytes, picture);
    await objects.name('reports/a1', hash);
    await other.name('reports/a1', hash);
    expect(await other.named('reports/a1')).toBe(hash);
    expect(await objects.named('reports/b2')).toBeUndefined();
    await expect(other.name('reports/a1', '1'.repeat(64))).rejects.toThrow('already points');
    for (const name of ['../x', 'a//b', '/a', 'a/..', 'A'])
      await expect(objects.named(name)).rejects.toThrow('not a name');
    await expect(objects.get('../../etc/passwd')).rejects.toThrow('not a content hash');
  });

  test('what no name holds goes after its time, what was sold after a longer one', async () => {
    const rules = { namedMs: 100_000, unnamedMs: 10_000 };
    const unsold = await objects.put(Buffer.from('unsold'), 'text/plain');
    await objects.put(bytes, picture);
    await objects.name('pictures/a1', hash);
    const put = now.getTime();
    expect(await objects.purge({ ...rules, now: put + 5_000 })).toEqual({ names: 0, objects: 0 });
    expect(await objects.purge({ ...rules, now: put + 20_000 })).toEqual({ names: 0, objects: 1 });
    expect(await objects.get(unsold.contentHash)).toBeUndefined();
    expect(await objects.get(hash)).toBeDefined();
    expect(await objects.purge({ ...rules, now: put + 200_000 })).toEqual({ names: 1, objects: 1 });
    expect([await objects.named('pictures/a1'), await objects.get(hash)]).toEqual([undefined, undefined]);
  });

  test('a name can be pointed elsewhere, or anew to the same bytes, and its time counts from then', async () => {
    const another = await objects.put(Buffer.from('other'), 'text/plain');
    await objects.put(bytes, picture);
    for (const name of ['sharing/a1', 'reports/c3', 'reports/d4']) await objects.name(name, hash);
    now = new Date(now.getTime() + 60_000);
    await objects.repoint('sharing/a1', another.contentHash);
    await objects.repoint('reports/c3', hash);
    await objects.repoint('sharing/b2', hash);
    expect(await other.named('sharing/a1')).toBe(another.contentHash);
    expect(await other.named('sharing/b2')).toBe(hash);
    expect(await objects.purge({ now: now.getTime(), namedMs: 30_000, unnamedMs: 1e9 })).toMatchObject({ names: 1 });
    expect([await objects.named('reports/c3'), await objects.named('reports/d4')]).toEqual([hash, undefined]);
    await expect(objects.repoint('../x', hash)).rejects.toThrow('not a name');
    await expect(objects.repoint('sharing/a1', 'x')).rejects.toThrow('not a content hash');
  });

  test('bytes that are put again are young again', async () => {
    await objects.put(bytes, picture);
    now = new Date(now.getTime() + 60_000);
    await objects.put(bytes, picture);
    const purged = await objects.purge({ now: now.getTime(), namedMs: 1e12, unnamedMs: 30_000 });
    expect(purged).toEqual({ names: 0, objects: 0 });
  });
});

test('in a folder bytes are stored once, and not handed out where they no longer match their address', async () => {
  const place = await openPlace();
  const objects = openObjects({ ...place.settings, clock });
  const [{ key }] = await Promise.all([objects.put(bytes, picture), objects.put(bytes, picture)]);
  const folder = join(place.settings.dataDir, 'objects');
  expect(readdirSync(join(folder, 'sha256', hash.slice(0, 2)))).toHaveLength(2);
  writeFileSync(join(folder, ...key.split('/')), 'other');
  expect(await objects.get(hash)).toBeUndefined();
  await objects.close();
  await place.stop();
});
