import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DemandPort, DemandRow, FeedbackNote } from '../kernel/ports/demand.ts';
import { openSqlite, type Sqlite } from './sqlite.ts';

export interface DemandOptions {
  /** Data directory; without one everything is kept in memory and lost at the end of the process. */
  readonly directory?: string;
}

export type Demand = DemandPort & { close(): Promise<void> };

const tables = `
  CREATE TABLE IF NOT EXISTS coverage_request (
    code TEXT PRIMARY KEY, label TEXT NOT NULL, kind TEXT NOT NULL,
    requests INTEGER NOT NULL, last_requested_on TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS feedback (
    id TEXT PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, target TEXT, note TEXT NOT NULL
  ) WITHOUT ROWID;
`;

const count = `
  INSERT INTO coverage_request (code, label, kind, requests, last_requested_on) VALUES (?, ?, ?, 1, ?)
  ON CONFLICT (code) DO UPDATE SET requests = requests + 1, label = excluded.label,
    last_requested_on = MAX(last_requested_on, excluded.last_requested_on)
  RETURNING requests
`;

/**
 * Coverage demand and product notes. Counts areas (county or state), never an address or a caller.
 * On a SQLite file that several processes may share: each write is one statement. Opened at the first use.
 */
export function createDemand(options: DemandOptions = {}): Demand {
  return options.directory === undefined ? inMemory() : onSqlite(join(options.directory, 'demand.sqlite'));
}

const noteId = () => `note-${randomUUID()}`;

function onSqlite(path: string): Demand {
  let db: Sqlite | undefined;
  let closed = false;
  const open = (): Sqlite => {
    if (closed) throw new Error('the demand store is closed');
    if (!db) {
      db = openSqlite(path);
      db.exec(tables);
    }
    return db;
  };
  return {
    async requestCoverage({ code, label, kind }, on) {
      const [row] = open().prepare(count).all(code, label, kind, on) as { requests: number }[];
      return { requests: row?.requests ?? 1 };
    },
    async coverageDemand(limit) {
      return open()
        .prepare(
          `SELECT label AS area, kind AS areaKind, requests, last_requested_on AS lastRequestedOn
           FROM coverage_request ORDER BY requests DESC, code LIMIT ?`,
        )
        .all(limit) as DemandRow[];
    },
    async feedback(note, at) {
      const id = noteId();
      open()
        .prepare('INSERT INTO feedback (id, at, kind, target, note) VALUES (?, ?, ?, ?, ?)')
        .run(id, at, note.kind, note.target ?? null, JSON.stringify(note));
      return id;
    },
    async close() {
      closed = true;
      db?.close();
      db = undefined;
    },
  };
}

function inMemory(): Demand {
  const areas = new Map<string, DemandRow>();
  const notes = new Map<string, { note: FeedbackNote; at: string }>();
  return {
    async requestCoverage({ code, label, kind }, on) {
      const known = areas.get(code);
      const requests = (known?.requests ?? 0) + 1;
      const last = known && known.lastRequestedOn > on ? known.lastRequestedOn : on;
      areas.set(code, { area: label, areaKind: kind, requests, lastRequestedOn: last });
      return { requests };
    },
    async coverageDemand(limit) {
      return [...areas]
        .sort(([codeA, a], [codeB, b]) => b.requests - a.requests || codeA.localeCompare(codeB, 'en'))
        .slice(0, limit)
        .map(([, row]) => row);
    },
    async feedback(note, at) {
      const id = noteId();
      notes.set(id, { note, at });
      return id;
    },
    async close() {},
  };
}
