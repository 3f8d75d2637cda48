import type { SqlDriver, SqlRow, SqlValue, Statements } from './sql.ts';
import { openSqlite, type Sqlite } from './sqlite.ts';

interface Waiting {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  resolve(rows: readonly SqlRow[]): void;
  reject(error: unknown): void;
}

type Statement = ReturnType<Sqlite['prepare']>;

/**
 * SQLite with full synchronous commits. Statements that arrive in the same turn of the event loop share one commit,
 * so that a flush to disk is paid once for all callers that wait for it; a statement that fails fails alone.
 */
export class SqliteDriver implements SqlDriver {
  readonly #db: Sqlite;
  readonly #statements = new Map<string, Statement>();
  #queue: Waiting[] = [];
  #crowded = false;
  #closed = false;

  constructor(path: string) {
    this.#db = openSqlite(path, { synchronous: 'full' });
    // folding the log into the file costs further flushes; a longer log is as durable
    this.#db.pragma('wal_autocheckpoint = 8000');
  }

  run(sql: string, params: readonly SqlValue[] = []): Promise<readonly SqlRow[]> {
    if (this.#closed) return Promise.reject(new Error('the store is closed'));
    if (/^\s*select\b/i.test(sql)) return Promise.resolve().then(() => this.#rows(sql, params));
    return new Promise((resolve, reject) => {
      this.#queue.push({ sql, params, resolve, reject });
      if (this.#queue.length > 1) return;
      // where callers come together, one more turn of the loop lets more of them share the commit
      setImmediate(() => (this.#crowded ? setImmediate(() => this.#flush()) : this.#flush()));
    });
  }

  async exclusively<T>(statements: Statements<T>): Promise<T> {
    if (this.#closed) throw new Error('the store is closed');
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const running = statements();
      let next = running.next();
      while (!next.done) next = running.next(this.#rows(next.value.sql, next.value.params ?? []));
      this.#db.exec('COMMIT');
      return next.value;
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  async ready(): Promise<boolean> {
    try {
      return !this.#closed && this.#rows('SELECT 1 AS one', []).length === 1;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    this.#flush();
    this.#closed = true;
    this.#db.close();
  }

  #rows(sql: string, params: readonly SqlValue[]): readonly SqlRow[] {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all([...params]) as SqlRow[];
  }

  #flush(): void {
    const batch = this.#queue;
    this.#queue = [];
    if (batch.length === 0) return;
    this.#crowded = batch.length > 1;
    const settled: (() => void)[] = [];
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      for (const waiting of batch) {
        try {
          const rows = this.#rows(waiting.sql, waiting.params);
          settled.push(() => waiting.resolve(rows));
        } catch (error) {
          settled.push(() => waiting.reject(error));
        }
      }
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      for (const waiting of batch) waiting.reject(error);
      return;
    }
    for (const answer of settled) answer();
  }
}
