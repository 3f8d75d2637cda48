import { sha256 } from '../kernel/canonical.ts';
import { namedDays as defaultNamedDays, objectKey, type StoredAt, type StoredBytes } from '../kernel/ports/objects.ts';
import {
  checkHash,
  checkName,
  type ObjectPurgeRules,
  type Objects,
  type ObjectsPurged,
  taken,
} from './object-store.ts';
import type { SqlDriver } from './sql.ts';
import { SqlStore } from './sql-store.ts';

const schema = [
  [
    'CREATE TABLE IF NOT EXISTS objects (hash TEXT PRIMARY KEY, media_type TEXT NOT NULL, bytes_base64 TEXT NOT NULL, put_at BIGINT NOT NULL)',
    'CREATE TABLE IF NOT EXISTS object_names (name TEXT PRIMARY KEY, hash TEXT NOT NULL, named_at BIGINT NOT NULL)',
  ],
];

/** Objects as rows, for several processes that share a database. */
export class SqlObjects extends SqlStore implements Objects {
  readonly #clock: () => Date;

  constructor(
    driver: SqlDriver,
    clock: () => Date,
    readonly namedDays = defaultNamedDays,
  ) {
    super(driver, { objects: schema });
    this.#clock = clock;
  }

  async put(bytes: Uint8Array, mediaType: string): Promise<StoredAt> {
    const contentHash = sha256(bytes);
    await this.run(
      'INSERT INTO objects (hash, media_type, bytes_base64, put_at) VALUES (?, ?, ?, ?) ' +
        'ON CONFLICT (hash) DO UPDATE SET put_at = excluded.put_at',
      [contentHash, mediaType, Buffer.from(bytes).toString('base64'), this.#clock().getTime()],
    );
    return { key: objectKey(contentHash), contentHash };
  }

  async get(contentHash: string): Promise<StoredBytes | undefined> {
    const row = await this.first('SELECT media_type, bytes_base64 FROM objects WHERE hash = ?', [
      checkHash(contentHash),
    ]);
    if (!row) return undefined;
    return { bytes: Buffer.from(String(row.bytes_base64), 'base64'), mediaType: String(row.media_type) };
  }

  async name(name: string, contentHash: string): Promise<void> {
    const given = [checkName(name), checkHash(contentHash), this.#clock().getTime()];
    await this.run('INSERT INTO object_names (name, hash, named_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', given);
    if ((await this.named(name)) !== contentHash) throw taken(name);
  }

  async repoint(name: string, contentHash: string): Promise<void> {
    await this.run(
      'INSERT INTO object_names (name, hash, named_at) VALUES (?, ?, ?) ' +
        'ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, named_at = excluded.named_at',
      [checkName(name), checkHash(contentHash), this.#clock().getTime()],
    );
  }

  async named(name: string): Promise<string | undefined> {
    const row = await this.first('SELECT hash FROM object_names WHERE name = ?', [checkName(name)]);
    return row ? String(row.hash) : undefined;
  }

  async forget(name: string): Promise<void> {
    await this.run('DELETE FROM object_names WHERE name = ?', [checkName(name)]);
  }

  async check(): Promise<void> {
    await this.run('SELECT hash FROM objects LIMIT 1');
  }

  async purge({ now, namedMs, unnamedMs }: ObjectPurgeRules): Promise<ObjectsPurged> {
    const names = await this.purged('DELETE FROM object_names WHERE named_at < ? RETURNING name', [now - namedMs]);
    const objects = await this.purged(
      'DELETE FROM objects WHERE put_at < ? AND hash NOT IN (SELECT hash FROM object_names) RETURNING hash',
      [now - unnamedMs],
    );
    return { names, objects };
  }
}
