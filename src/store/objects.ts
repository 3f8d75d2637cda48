import { join } from 'node:path';
import { namedDays } from '../kernel/ports/objects.ts';
import { dayMs } from '../kernel/time.ts';
import { FileObjects } from './file-objects.ts';
import type { Objects } from './object-store.ts';
import { PostgresDriver } from './postgres-driver.ts';
import { SqlObjects } from './sql-objects.ts';
import type { StorePlace } from './sql-store.ts';

/** Copies of sold bodies are stored as long as the rows of the ledger; unsold objects for two days. */
export const defaultObjectPurge = { namedMs: namedDays * dayMs, unnamedMs: 2 * dayMs } as const;

/**
 * The object store on PostgreSQL where a database is configured, else files under the data directory.
 * @param settings `namedDays`: days for which a name is stored; the purge uses the same setting
 */
export function openObjects({
  databaseUrl,
  dataDir,
  clock,
  namedDays,
}: StorePlace & { readonly clock: () => Date; readonly namedDays?: number }): Objects {
  return databaseUrl
    ? new SqlObjects(new PostgresDriver(databaseUrl), clock, namedDays)
    : new FileObjects(join(dataDir, 'objects'), clock, namedDays);
}
