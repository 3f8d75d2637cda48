import { randomUUID } from 'node:crypto';
import type { DemandPort, DemandRow, DemandUnavailable, FeedbackNote } from '../kernel/ports/demand.ts';
import type { Log } from '../kernel/ports/log.ts';
import { StoreUnavailableError } from '../kernel/store-fault.ts';
import { recordOf } from './sql.ts';
import { openDriver, SqlStore, type StorePlace } from './sql-store.ts';

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

const unavailable = 'The data folder of this service cannot be used, so nothing is stored or counted here.';

/**
 * Coverage demand and product notes. Counts areas (county or state), never an address or a caller. Several processes may
 * share the database: each write is one statement. Opened at first use.
 */
export class Demand extends SqlStore implements DemandPort {
  readonly #log: Log | undefined;

  constructor({ log, ...place }: StorePlace & { readonly log?: Log }) {
    super(() => openDriver(place, 'demand.sqlite'), { demand: schema });
    this.#log = log;
  }

  requestCoverage({ code, label, kind }: Parameters<DemandPort['requestCoverage']>[0], on: string) {
    return this.#orUnavailable(async () => {
      const row = await this.first(count, [code, label, kind, on]);
      return { requests: Number(row?.requests ?? 1) };
    });
  }

  coverageDemand(limit: number) {
    return this.#orUnavailable(async () => {
      const sql = `SELECT label AS area, kind AS area_kind, requests, last_requested_on FROM coverage_request
        ORDER BY requests DESC, code LIMIT ?`;
      return (await this.run(sql, [limit])).map((row) => recordOf<DemandRow>(row, ['requests']));
    });
  }

  feedback(note: FeedbackNote, at: string) {
    return this.#orUnavailable(async () => {
      const id = `note-${randomUUID()}`;
      const values = [id, at, note.kind, note.target ?? null, JSON.stringify(note)];
      await this.run('INSERT INTO feedback (id, at, kind, target, note) VALUES (?, ?, ?, ?, ?)', values);
      return { id };
    });
  }

  /** The result of the store, or the reason why there is none; the path is for the log only. */
  async #orUnavailable<T>(work: () => Promise<T>): Promise<T | DemandUnavailable> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      this.#log?.warn({ reason: error.message }, 'requests for coverage and notes are not stored');
      return { unavailable };
    }
  }
}
