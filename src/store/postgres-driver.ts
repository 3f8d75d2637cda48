import type { Pool, PoolClient } from 'pg';
import { within } from '../kernel/bounded.ts';
import { answerMs, type Pace, poolLimits, statementMs } from './postgres-limits.ts';
import {
  isLeaseTime,
  type Keeping,
  type SqlDriver,
  type SqlParam,
  type SqlRow,
  type Statement,
  type Statements,
} from './sql.ts';

/** Key of the advisory lock of exclusive transactions; any number that no other program uses on this database. */
const aloneKey = 8402_1964;

interface SharedPool {
  readonly pool: Promise<Pool>;
  users: number;
}

/** One pool for all stores of a process, by address: a database has few connections. */
const pools = new Map<string, SharedPool>();
const connectionsPerProcess = 8;

/** The next query on a lost connection fails; without a listener the event would end the process. */
const toTheNextQuery = () => undefined;

async function openPool(url: string): Promise<Pool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsPerProcess,
    ...poolLimits,
    application_name: 'place-records',
  });
  // an idle connection that the server drops is replaced by the next query
  pool.on('error', toTheNextQuery);
  return pool;
}

/**
 * PostgreSQL through a small pool; `?` marks become `$1, $2 …`, and leases run by the clock of the database. The driver is
 * loaded on first use.
 */
export class PostgresDriver implements SqlDriver {
  readonly #key: string;
  readonly #url: string;
  #pool: Promise<Pool> | undefined;

  /** @param apart name of a separate pool, for queries that must not wait behind the others */
  constructor(url: string, apart = '') {
    this.#url = url;
    this.#key = `${apart} ${url}`;
  }

  async run(
    sql: string,
    params: readonly SqlParam[] = [],
    _keeping?: Keeping,
    pace: Pace = 'call',
  ): Promise<readonly SqlRow[]> {
    if (pace !== 'call') return this.#transaction((client) => this.#ask(client, { sql, params, pace }));
    const pool = await this.#open();
    return (await pool.query(toQuery(sql, params))).rows as SqlRow[];
  }

  exclusively<T>(statements: Statements<T>): Promise<T> {
    return this.#transaction(async (client) => {
      await this.#ask(client, { sql: 'SELECT pg_advisory_xact_lock(?)', params: [aloneKey] });
      const running = statements();
      let next = running.next();
      while (!next.done) next = running.next(await this.#ask(client, next.value));
      return next.value;
    });
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    const shared = pools.get(this.#key);
    if (!pool || !shared) return;
    shared.users -= 1;
    if (shared.users > 0) return;
    pools.delete(this.#key);
    // running statements have as long as a call may take; a longer purge is abandoned
    await within(answerMs('call'), (await pool).end(), () => undefined);
  }

  #open(): Promise<Pool> {
    if (this.#pool) return this.#pool;
    const shared = pools.get(this.#key) ?? { pool: openPool(this.#url), users: 0 };
    pools.set(this.#key, shared);
    shared.users += 1;
    this.#pool = shared.pool;
    return shared.pool;
  }

  async #transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const pool = await this.#open();
    const client = await pool.connect();
    client.on('error', toTheNextQuery);
    let failed = false;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      client.off('error', toTheNextQuery);
      // a connection in a failed transaction is closed, which rolls it back
      client.release(failed);
    }
  }

  async #ask(client: PoolClient, { sql, params = [], pace = 'call' }: Statement): Promise<readonly SqlRow[]> {
    if (pace !== 'call') await client.query(`SET LOCAL statement_timeout = ${statementMs[pace]}`);
    const longer = pace !== 'call' && { query_timeout: answerMs(pace) };
    return (await client.query({ ...toQuery(sql, params), ...longer })).rows as SqlRow[];
  }
}

/** Milliseconds by the clock of the database when it received the statement. */
const databaseNow = '(extract(epoch FROM statement_timestamp()) * 1000)::bigint';

function toQuery(sql: string, params: readonly SqlParam[]) {
  let index = 0;
  const text = sql.replace(/\?/g, () => {
    const param = params[index++];
    return param !== undefined && isLeaseTime(param) ? `(${databaseNow} + $${index}::bigint)` : `$${index}`;
  });
  return { text, values: params.map((param) => (isLeaseTime(param) ? param.plusMs : param)) };
}
