import { join } from 'node:path';
import { namedDays } from '../kernel/ports/objects.ts';
import { dayMs } from '../kernel/time.ts';
import { FileObjects } from './file-objects.ts';
import type { Objects } from './object-store.ts';
import { PostgresDriver } from './postgres-driver.ts';
import { SqlObjects } from './sql-objects.ts';

/** Copies of sold bodies are stored as long as the rows of the ledger; unsold objects for two days. */
export const defaultObjectPurge = { namedMs: namedDays * dayMs, unnamedMs: 2 * dayMs } as const;

/** The object store on PostgreSQL where a database is configured, else files under the data directory. */
export function openObjects(settings: {
  databaseUrl?: string | undefined;
  dataDir: string;
  clock: () => Date;
  /** Days for which a name is stored; the purge uses the same setting. */
  namedDays?: number;
}): Objects {
  return settings.databaseUrl
    ? new SqlObjects(new PostgresDriver(settings.databaseUrl), settings.clock, settings.namedDays)
    : new FileObjects(join(settings.dataDir, 'objects'), settings.clock, settings.namedDays);
}
