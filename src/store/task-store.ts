import { join } from 'node:path';
import { withSchema } from './migrate.ts';
import { PostgresDriver } from './postgres-driver.ts';
import type { SqlDriver } from './sql.ts';
import { SqliteDriver } from './sqlite-driver.ts';

export interface TaskRow {
  readonly id: string;
  readonly contextId: string;
  readonly updatedAt: number;
  readonly expiresAt: number;
  /** JSON text. */
  readonly record: string;
}

const schema = [
  [
    `CREATE TABLE IF NOT EXISTS agent_tasks (
     id TEXT PRIMARY KEY, context_id TEXT NOT NULL, updated_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, record TEXT NOT NULL)`,
    'CREATE INDEX IF NOT EXISTS agent_tasks_context ON agent_tasks (context_id, updated_at)',
    'CREATE INDEX IF NOT EXISTS agent_tasks_expiry ON agent_tasks (expires_at)',
  ],
];

const sweepMs = 60_000;

/** Tasks of the A2A transport, for a bounded time, shared by all processes of a house. */
export class SqlTaskStore {
  readonly #driver: SqlDriver;
  readonly #now: () => number;
  #sweptAt = 0;

  constructor(driver: SqlDriver, now: () => number) {
    this.#driver = withSchema(driver, 'tasks', schema);
    this.#now = now;
  }

  async get(id: string): Promise<string | undefined> {
    const sql = 'SELECT record FROM agent_tasks WHERE id = ? AND expires_at > ?';
    const [row] = await this.#driver.run(sql, [id, this.#now()]);
    return row && String(row.record);
  }

  async put(row: TaskRow): Promise<void> {
    await this.#sweep();
    await this.#driver.run(
      `INSERT INTO agent_tasks (id, context_id, updated_at, expires_at, record) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, expires_at = excluded.expires_at, record = excluded.record`,
      [row.id, row.contextId, row.updatedAt, row.expiresAt, row.record],
    );
  }

  async list(contextId: string, limit: number): Promise<readonly string[]> {
    const sql =
      'SELECT record FROM agent_tasks WHERE context_id = ? AND expires_at > ? ORDER BY updated_at DESC, id LIMIT ?';
    const rows = await this.#driver.run(sql, [contextId, this.#now(), limit]);
    return rows.map((row) => String(row.record));
  }

  close(): Promise<void> {
    return this.#driver.close();
  }

  /** Deletes what has run out, at most once a minute. */
  async #sweep(): Promise<void> {
    const now = this.#now();
    if (now - this.#sweptAt < sweepMs) return;
    this.#sweptAt = now;
    await this.#driver.run('DELETE FROM agent_tasks WHERE expires_at <= ?', [now]);
  }
}

/** Tasks on PostgreSQL where a database is configured, else in `tasks.sqlite` under the data directory. */
export function openTaskStore(settings: {
  databaseUrl: string | undefined;
  dataDir: string;
  clock: () => Date;
}): SqlTaskStore {
  const driver = settings.databaseUrl
    ? new PostgresDriver(settings.databaseUrl)
    : new SqliteDriver(join(settings.dataDir, 'tasks.sqlite'));
  return new SqlTaskStore(driver, () => settings.clock().getTime());
}
