import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '../kernel/canonical.ts';
import { type ObjectsPort, objectKey, type StoredAt, type StoredBytes } from '../kernel/ports/objects.ts';
import { PostgresDriver } from './postgres-driver.ts';
import type { SqlDriver } from './sql.ts';

export interface Objects extends ObjectsPort {
  close(): Promise<void>;
}

const hashPattern = /^[0-9a-f]{64}$/;
const namePattern = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/;

function checkHash(hash: string): string {
  if (!hashPattern.test(hash)) throw new TypeError('not a content hash');
  return hash;
}

function checkName(name: string): string {
  if (!namePattern.test(name) || name.length > 120) throw new TypeError('not a name of an object');
  return name;
}

function taken(name: string): Error {
  return new Error(`the name ${name} already points to other bytes`);
}

/** Objects as files: written aside and renamed, so that a reader never sees half of one. */
class FileObjects implements Objects {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async put(bytes: Uint8Array, mediaType: string): Promise<StoredAt> {
    const contentHash = sha256(bytes);
    const key = objectKey(contentHash);
    if (!(await read(this.#path(key)))) {
      await this.#write(`${key}.type`, mediaType);
      await this.#write(key, bytes);
    }
    return { key, contentHash };
  }

  async get(contentHash: string): Promise<StoredBytes | undefined> {
    const path = this.#path(objectKey(checkHash(contentHash)));
    const [bytes, mediaType] = await Promise.all([read(path), read(`${path}.type`)]);
    // bytes that no longer match their address are as good as lost
    return bytes && mediaType && sha256(bytes) === contentHash
      ? { bytes, mediaType: mediaType.toString('utf8') }
      : undefined;
  }

  async name(name: string, contentHash: string): Promise<void> {
    const known = await this.named(name);
    if (known === contentHash) return;
    if (known !== undefined) throw taken(name);
    await this.#write(`names/${checkName(name)}`, checkHash(contentHash));
  }

  async named(name: string): Promise<string | undefined> {
    const text = (await read(this.#path(`names/${checkName(name)}`)))?.toString('utf8');
    return text && hashPattern.test(text) ? text : undefined;
  }

  async close(): Promise<void> {
    // files need no closing
  }

  #path(key: string): string {
    return join(this.#directory, ...key.split('/'));
  }

  async #write(key: string, content: string | Uint8Array): Promise<void> {
    const path = this.#path(key);
    const aside = `${path}.${randomUUID()}`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(aside, content, { flush: true });
    await rename(aside, path);
  }
}

async function read(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const tables = [
  'CREATE TABLE IF NOT EXISTS objects (hash TEXT PRIMARY KEY, media_type TEXT NOT NULL, bytes_base64 TEXT NOT NULL)',
  'CREATE TABLE IF NOT EXISTS object_names (name TEXT PRIMARY KEY, hash TEXT NOT NULL)',
];

/** Objects as rows, for several processes that share a database. */
class SqlObjects implements Objects {
  readonly #driver: SqlDriver;
  #ready: Promise<void> | undefined;

  constructor(driver: SqlDriver) {
    this.#driver = driver;
  }

  async put(bytes: Uint8Array, mediaType: string): Promise<StoredAt> {
    const contentHash = sha256(bytes);
    await this.#run('INSERT INTO objects (hash, media_type, bytes_base64) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', [
      contentHash,
      mediaType,
      Buffer.from(bytes).toString('base64'),
    ]);
    return { key: objectKey(contentHash), contentHash };
  }

  async get(contentHash: string): Promise<StoredBytes | undefined> {
    const [row] = await this.#run('SELECT media_type, bytes_base64 FROM objects WHERE hash = ?', [
      checkHash(contentHash),
    ]);
    if (!row) return undefined;
    return { bytes: Buffer.from(String(row.bytes_base64), 'base64'), mediaType: String(row.media_type) };
  }

  async name(name: string, contentHash: string): Promise<void> {
    const given = [checkName(name), checkHash(contentHash)];
    await this.#run('INSERT INTO object_names (name, hash) VALUES (?, ?) ON CONFLICT DO NOTHING', given);
    if ((await this.named(name)) !== contentHash) throw taken(name);
  }

  async named(name: string): Promise<string | undefined> {
    const [row] = await this.#run('SELECT hash FROM object_names WHERE name = ?', [checkName(name)]);
    return row ? String(row.hash) : undefined;
  }

  close(): Promise<void> {
    return this.#driver.close();
  }

  async #run(sql: string, params: readonly string[]) {
    this.#ready ??= (async () => {
      for (const table of tables) await this.#driver.run(table);
    })();
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = undefined;
      throw error;
    }
    return this.#driver.run(sql, params);
  }
}

/** The object store on PostgreSQL where a database is configured, else files under the data directory. */
export function openObjects(settings: { databaseUrl?: string | undefined; dataDir: string }): Objects {
  return settings.databaseUrl
    ? new SqlObjects(new PostgresDriver(settings.databaseUrl))
    : new FileObjects(join(settings.dataDir, 'objects'));
}
