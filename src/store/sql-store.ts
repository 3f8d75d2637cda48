import { join } from 'node:path';
import { migrate, type SchemaSteps } from './migrate.ts';
import { PostgresDriver } from './postgres-driver.ts';
import type { Keeping, SqlDriver, SqlParam, SqlRow, Statements } from './sql.ts';
import { SqliteDriver } from './sqlite-driver.ts';

/** Where the stores of a service are. */
export interface StorePlace {
  /** PostgreSQL; absent: SQLite files in the data directory. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}

/**
 * PostgreSQL where a database is configured, else a file of the data directory.
 * @param apart name of a separate pool of connections
 */
export const openDriver = ({ databaseUrl, dataDir }: StorePlace, file: string, apart?: string): SqlDriver =>
  databaseUrl ? new PostgresDriver(databaseUrl, apart) : new SqliteDriver(join(dataDir, file));

/**
 * A store on one database, whose tables are brought up to date before its first statement. Where that fails, the next
 * statement tries again.
 */
export class SqlStore {
  readonly #open: () => SqlDriver;
  readonly #schemas: Readonly<Record<string, SchemaSteps>>;
  #driver: SqlDriver | undefined;
  #ready: Promise<SqlDriver> | undefined;
  #closed = false;

  /**
   * @param driver open, or the function that opens it for the first statement
   * @param schemas tables by the name of their store
   */
  constructor(driver: SqlDriver | (() => SqlDriver), schemas: Readonly<Record<string, SchemaSteps>>) {
    this.#open = typeof driver === 'function' ? driver : () => driver;
    this.#driver = typeof driver === 'function' ? undefined : driver;
    this.#schemas = schemas;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#ready?.catch(() => undefined);
    await this.#driver?.close();
  }

  /** Resolves where the database is open and its tables are up to date; else rejects as the next statement would. */
  protected async opened(): Promise<void> {
    await this.#database();
  }

  protected async run(sql: string, params?: readonly SqlParam[], keeping?: Keeping): Promise<readonly SqlRow[]> {
    return (await this.#database()).run(sql, params, keeping);
  }

  /** The first row that a statement returns. */
  protected async first(sql: string, params?: readonly SqlParam[], keeping?: Keeping): Promise<SqlRow | undefined> {
    const [row] = await this.run(sql, params, keeping);
    return row;
  }

  /** Whether a statement returns a row: a conditional UPDATE that was made. */
  protected async did(sql: string, params?: readonly SqlParam[], keeping?: Keeping): Promise<boolean> {
    return (await this.run(sql, params, keeping)).length > 0;
  }

  /** Runs a statement that may take as long as a purge; the number of rows that it returns. */
  protected async purged(sql: string, params: readonly SqlParam[]): Promise<number> {
    return (await (await this.#database()).run(sql, params, 'at_once', 'purge')).length;
  }

  protected async exclusively<T>(statements: Statements<T>): Promise<T> {
    return (await this.#database()).exclusively(statements);
  }

  #database(): Promise<SqlDriver> {
    if (this.#closed) return Promise.reject(new Error('the store is closed'));
    this.#ready ??= this.#prepare().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  async #prepare(): Promise<SqlDriver> {
    this.#driver ??= this.#open();
    for (const [store, steps] of Object.entries(this.#schemas)) await migrate(this.#driver, store, steps);
    return this.#driver;
  }
}
