import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DemandPort, DemandUnavailable } from '../kernel/ports/demand.ts';
import type { Log } from '../kernel/ports/log.ts';
import { StoreUnavailableError } from '../kernel/store-fault.ts';
import { withSchema } from './migrate.ts';
import { PostgresDriver } from './postgres-driver.ts';
import type { SqlDriver } from './sql.ts';
import { SqliteDriver } from './sqlite-driver.ts';

export interface DemandOptions {
  readonly directory: string;
  readonly databaseUrl?: string | undefined;
  readonly log?: Log;
}

export type Demand = DemandPort & { close(): Promise<void> };

const schema = [
  [
    `CREATE TABLE IF NOT EXISTS coverage_request (
       code TEXT PRIMARY KEY, label TEXT NOT NULL, kind TEXT NOT NULL, requests INTEGER NOT NULL, last_requested_on TEXT NOT NULL)`,
    'CREATE TABLE IF NOT EXISTS feedback (id TEXT PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, target TEXT, note TEXT NOT NULL)',
  ],
];

const count = `
  INSERT INTO coverage_request (code, label, kind, requests, last_requested_on) VALUES (?, ?, ?, 1, ?)
  ON CONFLICT (code) DO UPDATE SET requests = coverage_request.requests + 1, label = excluded.label,
    last_requested_on = CASE WHEN excluded.last_requested_on > coverage_request.last_requested_on
      THEN excluded.last_requested_on ELSE coverage_request.last_requested_on END
  RETURNING requests
`;

/**
 * Coverage demand and product notes. Counts areas (county or state), never an address or a caller.
 * On PostgreSQL where a database is configured, else on a SQLite file; several processes may share either: each write
 * is one statement. Opened at first use.
 */
export function createDemand({ directory, databaseUrl, log }: DemandOptions): Demand {
  if (databaseUrl) return onSql(() => new PostgresDriver(databaseUrl), log);
  return onSql(() => new SqliteDriver(join(directory, 'demand.sqlite')), log);
}

const noteId = () => `note-${randomUUID()}`;

const unavailable = 'The data folder of this service cannot be used, so nothing is stored or counted here.';

/** The writable store, or the reason why there is none; the path is for the log only. */
async function orUnavailable<T>(work: () => Promise<T>, log: Log | undefined): Promise<T | DemandUnavailable> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    log?.warn({ reason: error.message }, 'requests for coverage and notes are not stored');
    return { unavailable };
  }
}

function onSql(connect: () => SqlDriver, log: Log | undefined): Demand {
  let driver: SqlDriver | undefined;
  let closed = false;
  const open = (): SqlDriver => {
    if (closed) throw new Error('the demand store is closed');
    driver ??= withSchema(connect(), 'demand', schema);
    return driver;
  };
  return {
    requestCoverage: ({ code, label, kind }, on) =>
      orUnavailable(async () => {
        const [row] = await open().run(count, [code, label, kind, on]);
        return { requests: Number(row?.requests ?? 1) };
      }, log),
    coverageDemand: (limit) =>
      orUnavailable(async () => {
        const rows = await open().run(
          'SELECT label, kind, requests, last_requested_on FROM coverage_request ORDER BY requests DESC, code LIMIT ?',
          [limit],
        );
        return rows.map((row) => ({
          area: String(row.label),
          areaKind: String(row.kind),
          requests: Number(row.requests),
          lastRequestedOn: String(row.last_requested_on),
        }));
      }, log),
    feedback: (note, at) =>
      orUnavailable(async () => {
        const id = noteId();
        const values = [id, at, note.kind, note.target ?? null, JSON.stringify(note)];
        await open().run('INSERT INTO feedback (id, at, kind, target, note) VALUES (?, ?, ?, ?, ?)', values);
        return { id };
      }, log),
    async close() {
      closed = true;
      await driver?.close();
      driver = undefined;
    },
  };
}
