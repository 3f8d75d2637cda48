import { join } from 'node:path';
import { FileObjects } from './file-objects.ts';
import type { Objects } from './object-store.ts';
import { PostgresDriver } from './postgres-driver.ts';
import { SqlObjects } from './sql-objects.ts';
import type { StorePlace } from './sql-store.ts';

/**
 * The object store on PostgreSQL where a database is configured, else files under the data directory.
 * @param settings `namedDays`: days for which a name is stored; the purge uses the same setting
 */
export function openObjects(
  settings: StorePlace & { readonly clock: () => Date; readonly namedDays?: number },
): Objects {
  const { databaseUrl, dataDir, clock, namedDays } = settings;
  return databaseUrl
    ? new SqlObjects(new PostgresDriver(databaseUrl), clock, namedDays)
    : new FileObjects(join(dataDir, 'objects'), clock, namedDays);
}
