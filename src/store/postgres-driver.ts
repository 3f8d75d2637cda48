import type { Pool } from 'pg';
import type { SqlDriver, SqlRow, SqlValue, Statements } from './sql.ts';

/** Key of the advisory lock that transactions which run alone take; any number that nobody else uses on this database. */
const aloneKey = 8402_1964;

interface SharedPool {
  readonly pool: Promise<Pool>;
  users: number;
}

/** One pool for all stores of a process, by address: connections are what a database has few of. */
const pools = new Map<string, SharedPool>();
const connectionsPerProcess = 8;

async function openPool(url: string): Promise<Pool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsPerProcess,
    connectionTimeoutMillis: 5000,
    application_name: 'place-records',
  });
  // an idle connection that the server drops is replaced by the next query; without a listener it would end the process
  pool.on('error', () => undefined);
  return pool;
}

/** PostgreSQL through a small pool; `?` marks become `$1, $2 …`. The driver is loaded on first use. */
export class PostgresDriver implements SqlDriver {
  readonly #key: string;
  readonly #url: string;
  readonly #texts = new Map<string, string>();
  #pool: Promise<Pool> | undefined;

  /** @param apart name of a pool of its own, for what must not wait behind the rest */
  constructor(url: string, apart = '') {
    this.#url = url;
    this.#key = `${apart} ${url}`;
  }

  async run(sql: string, params: readonly SqlValue[] = []): Promise<readonly SqlRow[]> {
    const pool = await this.#open();
    const result = await pool.query(this.#text(sql), [...params]);
    return result.rows as SqlRow[];
  }

  async exclusively<T>(statements: Statements<T>): Promise<T> {
    const pool = await this.#open();
    const client = await pool.connect();
    let failed = false;
    try {
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock($1)', [aloneKey]);
      const running = statements();
      let next = running.next();
      while (!next.done) {
        const { rows } = await client.query(this.#text(next.value.sql), [...(next.value.params ?? [])]);
        next = running.next(rows as SqlRow[]);
      }
      await client.query('COMMIT');
      return next.value;
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      // a connection in a failed transaction is thrown away, which rolls it back
      client.release(failed);
    }
  }

  async ready(): Promise<boolean> {
    try {
      await this.run('SELECT 1 AS one');
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    const shared = pools.get(this.#key);
    if (!pool || !shared) return;
    shared.users -= 1;
    if (shared.users > 0) return;
    pools.delete(this.#key);
    await (await pool).end();
  }

  #open(): Promise<Pool> {
    if (this.#pool) return this.#pool;
    const shared = pools.get(this.#key) ?? { pool: openPool(this.#url), users: 0 };
    pools.set(this.#key, shared);
    shared.users += 1;
    this.#pool = shared.pool;
    return shared.pool;
  }

  #text(sql: string): string {
    let text = this.#texts.get(sql);
    if (!text) {
      let index = 0;
      text = sql.replace(/\?/g, () => `$${++index}`);
      this.#texts.set(sql, text);
    }
    return text;
  }
}
