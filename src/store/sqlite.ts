import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Database as SqliteDatabase } from 'libsql';

export type Sqlite = SqliteDatabase;

export interface SqliteOptions {
  readonly readonly?: boolean;
  /** `full` survives a power cut; `normal` may lose the last commits; `off` is for a file that is renamed only when complete. */
  readonly synchronous?: 'full' | 'normal' | 'off';
}

const require = createRequire(import.meta.url);

/**
 * Opens a SQLite file (libsql: prebuilt, no install script). The driver is loaded on first use, not at start.
 * Throws where the file cannot be opened.
 */
export function openSqlite(path: string, options: SqliteOptions = {}): Sqlite {
  const Database = require('libsql') as new (path: string, options?: object) => Sqlite;
  if (!options.readonly) mkdirSync(dirname(path), { recursive: true });
  const db = new Database(path, options.readonly ? { readonly: true, fileMustExist: true } : {});
  db.pragma('busy_timeout = 5000');
  if (!options.readonly) {
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${(options.synchronous ?? 'normal').toUpperCase()}`);
  }
  return db;
}
