import { asStoreFault } from '../kernel/store-fault.ts';
import { LogFlush } from './log-flush.ts';
import { byOwnClock, type Keeping, type SqlDriver, type SqlParam, type SqlRow, type Statements } from './sql.ts';
import { openSqlite, type Sqlite } from './sqlite.ts';

interface Waiting {
  readonly sql: string;
  readonly params: readonly SqlParam[];
  readonly keeping: Keeping;
  resolve(rows: readonly SqlRow[]): void;
  reject(error: unknown): void;
}

type Statement = ReturnType<Sqlite['prepare']>;

/**
 * SQLite whose commits survive a power cut. Statements that arrive in the same turn of the event loop share one commit,
 * so that a flush to disk is paid once for all callers that wait for it; a statement that fails fails alone. An
 * `at_once` commit resolves only once the log is on the disk; the flush runs outside the event loop, which SQLite's own
 * flush would block.
 */
export class SqliteDriver implements SqlDriver {
  readonly #path: string;
  readonly #db: Sqlite;
  readonly #statements = new Map<string, Statement>();
  readonly #log: Pick<LogFlush, 'flush' | 'close'>;
  #queue: Waiting[] = [];
  #crowded = false;
  #closed = false;

  /** @param log of this file; a test may hold it back */
  constructor(path: string, log: Pick<LogFlush, 'flush' | 'close'> = new LogFlush(`${path}-wal`)) {
    this.#path = path;
    // `normal` writes the same log in the same order; this driver flushes it at each commit
    this.#db = openSqlite(path, { synchronous: 'normal' });
    this.#log = log;
    // a checkpoint of the log costs further flushes; a longer log is as durable
    this.#db.pragma('wal_autocheckpoint = 8000');
  }

  run(sql: string, params: readonly SqlParam[] = [], keeping: Keeping = 'at_once'): Promise<readonly SqlRow[]> {
    if (this.#closed) return Promise.reject(new Error('the store is closed'));
    if (/^\s*select\b/i.test(sql)) return Promise.resolve().then(() => this.#rows(sql, params));
    return new Promise((resolve, reject) => {
      this.#queue.push({ sql, params, keeping, resolve, reject });
      if (this.#queue.length > 1) return;
      // with several callers at once, one more turn of the loop lets more of them share the commit
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
      await this.#log.flush();
      return next.value;
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      throw asStoreFault(error, this.#path);
    }
  }

  async close(): Promise<void> {
    this.#flush();
    this.#closed = true;
    await this.#log.close();
    try {
      // a copy of the one file is then whole; where another process has the store open, the last one does it
      this.#rows('PRAGMA wal_checkpoint(TRUNCATE)', []);
    } catch {
      // a full disk or a busy store: everything is in the log, and the next process reads it
    }
    this.#db.close();
  }

  #rows(sql: string, params: readonly SqlParam[]): readonly SqlRow[] {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(byOwnClock(params)) as SqlRow[];
  }

  #flush(): void {
    const batch = this.#queue;
    this.#queue = [];
    if (batch.length === 0) return;
    this.#crowded = batch.length > 1;
    const settled: (() => void)[] = [];
    const early: (() => void)[] = [];
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      for (const waiting of batch) {
        try {
          const rows = this.#rows(waiting.sql, waiting.params);
          (waiting.keeping === 'in_order' ? early : settled).push(() => waiting.resolve(rows));
        } catch (error) {
          settled.push(() => waiting.reject(asStoreFault(error, this.#path)));
        }
      }
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      for (const waiting of batch) waiting.reject(asStoreFault(error, this.#path));
      return;
    }
    for (const answer of early) answer();
    if (settled.length === 0) return;
    this.#log.flush().then(
      () => {
        for (const answer of settled) answer();
      },
      (error) => {
        for (const waiting of batch) waiting.reject(error);
      },
    );
  }
}
