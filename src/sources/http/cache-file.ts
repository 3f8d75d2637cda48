import { EventEmitter } from 'node:events';
import { memoizeByKey } from '../../kernel/memoize.ts';
import { openSqlite, type Sqlite } from '../../store/sqlite.ts';

/** A busy file counts as a miss: nothing waits for another process longer than this. */
const busyMs = 200;

/**
 * Storage adapter for keyv on a SQLite file (libsql: prebuilt, no install script). The table is the one that
 * `@keyv/sqlite` writes, so a folder can change hands between the two. Throws where the file cannot be used.
 */
export class SqliteStore extends EventEmitter {
  readonly opts = { dialect: 'sqlite' };
  /** Set by keyv; it prefixes every key with it. */
  namespace: string | undefined;
  readonly #db: Sqlite;
  readonly #prepared = memoizeByKey((sql) => this.#db.prepare(sql));

  /** `forsaken`: a namespace whose rows are removed. */
  constructor(path: string, forsaken?: string) {
    super();
    const db = openSqlite(path);
    try {
      db.pragma(`busy_timeout = ${busyMs}`);
      db.exec('CREATE TABLE IF NOT EXISTS keyv(key VARCHAR(255) PRIMARY KEY, value TEXT)');
      if (forsaken) db.prepare("DELETE FROM keyv WHERE key LIKE ? || ':%'").run(forsaken);
      db.prepare("DELETE FROM keyv WHERE json_extract(value, '$.expires') < ?").run(Date.now()); // real time: keyv dates its rows by it
    } catch (error) {
      db.close();
      throw error;
    }
    this.#db = db;
  }

  async get(key: string): Promise<string | undefined> {
    return (this.#prepared('SELECT value FROM keyv WHERE key = ?').get(key) as { value: string } | undefined)?.value;
  }

  async set(key: string, value: string): Promise<void> {
    this.#prepared('REPLACE INTO keyv(key, value) VALUES(?, ?)').run(key, value);
  }

  async delete(key: string): Promise<boolean> {
    return this.#db.prepare('DELETE FROM keyv WHERE key = ?').run(key).changes > 0;
  }

  async clear(): Promise<void> {
    this.#db.prepare("DELETE FROM keyv WHERE key LIKE ? || '%'").run(this.namespace ? `${this.namespace}:` : '');
  }

  async disconnect(): Promise<void> {
    this.#db.close();
  }
}
