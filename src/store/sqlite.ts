import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Database as SqliteDatabase } from 'libsql';
import { asStoreFault } from '../kernel/store-fault.ts';

export type Sqlite = SqliteDatabase;

export interface SqliteOptions {
  readonly readonly?: boolean;
  /** `full` survives a power cut; `normal` may lose the last commits; `off` is for a file that is renamed only when complete. */
  readonly synchronous?: 'full' | 'normal' | 'off';
}

const require = createRequire(import.meta.url);

/** The reason why a file cannot be opened for writing; libsql gives no code. */
function whyNotOpened(path: string): unknown {
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK);
    return { code: 'SQLITE_CANTOPEN' };
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code };
  }
}

function openToWrite(path: string, synchronous: string): Sqlite {
  const Database = require('libsql') as new (path: string) => Sqlite;
  mkdirSync(dirname(path), { recursive: true });
  let db: Sqlite;
  try {
    db = new Database(path);
  } catch {
    throw asStoreFault(whyNotOpened(path), path);
  }
  try {
    db.pragma('busy_timeout = 5000');
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${synchronous.toUpperCase()}`);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/**
 * Opens a SQLite file (libsql: prebuilt, no install script). The driver is loaded on first use, not at start.
 * Throws where the file cannot be opened; {@link StoreUnavailableError} where it must be writable and is not.
 */
export function openSqlite(path: string, options: SqliteOptions = {}): Sqlite {
  if (!options.readonly) {
    try {
      return openToWrite(path, options.synchronous ?? 'normal');
    } catch (error) {
      throw asStoreFault(error, path);
    }
  }
  const Database = require('libsql') as new (path: string, options?: object) => Sqlite;
  const db = new Database(path, { readonly: true, fileMustExist: true });
  db.pragma('busy_timeout = 5000');
  return db;
}
