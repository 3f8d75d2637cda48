import { join } from 'node:path';
import type { JobStore } from './job-store.ts';
import { PostgresDriver } from './postgres-driver.ts';
import { SqlJobs } from './sql-jobs.ts';
import { SqliteDriver } from './sqlite-driver.ts';

/** Jobs on PostgreSQL where a database is configured, else in `jobs.sqlite` under the data directory. */
export function openJobs(settings: { databaseUrl: string | undefined; dataDir: string }): JobStore {
  return settings.databaseUrl
    ? new SqlJobs(new PostgresDriver(settings.databaseUrl), true)
    : new SqlJobs(new SqliteDriver(join(settings.dataDir, 'jobs.sqlite')), false);
}
