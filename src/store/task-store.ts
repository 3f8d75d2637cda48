import type { Log } from '../kernel/ports/log.ts';
import { StoreUnavailableError } from '../kernel/store-fault.ts';
import type { SqlDriver } from './sql.ts';
import { openDriver, SqlStore, type StorePlace } from './sql-store.ts';
import { SqliteDriver } from './sqlite-driver.ts';

export interface TaskRow {
  readonly id: string;
  readonly contextId: string;
  readonly updatedAt: number;
  readonly expiresAt: number;
  /** JSON text. */
  readonly record: string;
}

export type TaskRows = Pick<SqlTaskStore, 'get' | 'put' | 'list' | 'close'>;

const schema = [
  [
    `CREATE TABLE IF NOT EXISTS agent_tasks (
     id TEXT PRIMARY KEY, context_id TEXT NOT NULL, updated_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, record TEXT NOT NULL)`,
    'CREATE INDEX IF NOT EXISTS agent_tasks_context ON agent_tasks (context_id, updated_at)',
    'CREATE INDEX IF NOT EXISTS agent_tasks_expiry ON agent_tasks (expires_at)',
  ],
];

const sweepMs = 60_000;
const mostInMemory = 1000;
/** A database in memory has no log. */
const inMemory = { flush: async () => undefined, close: async () => undefined };

/** Tasks of the A2A transport, for a bounded time, shared by all processes of the service. */
export class SqlTaskStore extends SqlStore {
  readonly #now: () => number;
  readonly #most: number | undefined;
  #sweptAt = 0;

  /** @param most tasks that are stored, the newest; absent: any number */
  constructor(driver: SqlDriver, now: () => number, most?: number) {
    super(driver, { tasks: schema });
    this.#now = now;
    this.#most = most;
  }

  async get(id: string): Promise<string | undefined> {
    const sql = 'SELECT record FROM agent_tasks WHERE id = ? AND expires_at > ?';
    const row = await this.first(sql, [id, this.#now()]);
    return row && String(row.record);
  }

  async put(row: TaskRow): Promise<void> {
    await this.#sweep();
    await this.run(
      `INSERT INTO agent_tasks (id, context_id, updated_at, expires_at, record) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, expires_at = excluded.expires_at, record = excluded.record`,
      [row.id, row.contextId, row.updatedAt, row.expiresAt, row.record],
    );
    if (this.#most === undefined) return;
    const older = 'SELECT id FROM agent_tasks ORDER BY updated_at DESC, id LIMIT -1 OFFSET ?';
    await this.run(`DELETE FROM agent_tasks WHERE id IN (${older})`, [this.#most]);
  }

  /** Records of a context, newest first. */
  async list(contextId: string, limit: number): Promise<readonly string[]> {
    const sql =
      'SELECT record FROM agent_tasks WHERE context_id = ? AND expires_at > ? ORDER BY updated_at DESC, id LIMIT ?';
    const rows = await this.run(sql, [contextId, this.#now(), limit]);
    return rows.map((row) => String(row.record));
  }

  async #sweep(): Promise<void> {
    const now = this.#now();
    if (now - this.#sweptAt < sweepMs) return;
    this.#sweptAt = now;
    await this.run('DELETE FROM agent_tasks WHERE expires_at <= ?', [now]);
  }
}

/** Tasks in a database; in memory where the data directory cannot be used, which the log says. */
export function openTaskStore(settings: StorePlace & { readonly clock: () => Date; readonly log?: Log }): TaskRows {
  const { clock, log, ...place } = settings;
  const now = () => clock().getTime();
  try {
    return new SqlTaskStore(openDriver(place, 'tasks.sqlite'), now);
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    log?.warn({ reason: error.message }, 'tasks of A2A are stored in memory only');
    return new SqlTaskStore(new SqliteDriver(':memory:', inMemory), now, mostInMemory);
  }
}
