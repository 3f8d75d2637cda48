import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LogFlush } from '../../src/store/log-flush.ts';
import { SqliteDriver } from '../../src/store/sqlite-driver.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'driver-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A disk that writes when it is reported to. */
class SlowDisk {
  readonly #waiting: { resolve(): void; reject(error: Error): void }[] = [];
  flushes = 0;
  flush(): Promise<void> {
    this.flushes += 1;
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }
  write(error?: Error): void {
    for (const one of this.#waiting.splice(0)) error ? one.reject(error) : one.resolve();
  }
  async close(): Promise<void> {
    this.write();
  }
}

const create = 'CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)';
const insert = 'INSERT INTO notes (text) VALUES (?) RETURNING id';

describe('SQLite whose log is flushed beside the event loop', () => {
  test('no one hears of a statement before it is on the disk', async () => {
    const disk = new SlowDisk();
    const driver = new SqliteDriver(join(directory, 'a.sqlite'), disk);
    let heard = false;
    const made = driver.run(create).then(() => {
      heard = true;
    });
    await expect.poll(() => disk.flushes).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toBe(false);
    disk.write();
    await made;
    // two in one turn share a commit and a flush
    const both = Promise.all([driver.run(insert, ['one']), driver.run(insert, ['two'])]);
    await expect.poll(() => disk.flushes).toBe(2);
    disk.write();
    expect(await both).toEqual([[{ id: 1 }], [{ id: 2 }]]);
    await driver.close();
  });

  test('a disk that refuses fails everybody who waited for it', async () => {
    const disk = new SlowDisk();
    const driver = new SqliteDriver(join(directory, 'a.sqlite'), disk);
    const made = driver.run(create);
    await expect.poll(() => disk.flushes).toBe(1);
    disk.write(new Error('no space'));
    await expect(made).rejects.toThrow('no space');
    await driver.close();
  });

  test('the real log: many writers at once, closed and opened again', async () => {
    const path = join(directory, 'b.sqlite');
    const driver = new SqliteDriver(path);
    await driver.run(create);
    await Promise.all(Array.from({ length: 200 }, (_, n) => driver.run(insert, [`note ${n}`])));
    const closing = driver.run(insert, ['the last one']);
    await driver.close();
    expect(await closing).toEqual([{ id: 201 }]);
    await expect(driver.run(insert, ['too late'])).rejects.toThrow('closed');
    const again = new SqliteDriver(path);
    expect(await again.run('SELECT count(*) AS notes FROM notes')).toEqual([{ notes: 201 }]);
    await again.close();
  });
});

test('who comes during a flush waits for the next one', async () => {
  const path = join(directory, 'c.sqlite');
  const driver = new SqliteDriver(path);
  await driver.run(create);
  const log = new LogFlush(`${path}-wal`);
  const first = log.flush();
  const [second, third] = [log.flush(), log.flush()];
  expect(second).toBe(third);
  expect(second).not.toBe(first);
  await Promise.all([first, second, log.close()]);
  await expect(new LogFlush(join(directory, 'none-wal')).flush()).rejects.toThrow('ENOENT');
  await driver.close();
});
