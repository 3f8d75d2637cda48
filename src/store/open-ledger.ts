import { join } from 'node:path';
import type { Ledger } from './ledger.ts';
import { PostgresDriver } from './postgres-driver.ts';
import { SqlLedger } from './sql-ledger.ts';
import { SqliteDriver } from './sqlite-driver.ts';

/** The ledger on PostgreSQL where a database is configured, else in `ledger.sqlite` under the data directory. */
export function openLedger(settings: { databaseUrl: string | undefined; dataDir: string }): Ledger {
  const driver = settings.databaseUrl
    ? new PostgresDriver(settings.databaseUrl, 'ledger')
    : new SqliteDriver(join(settings.dataDir, 'ledger.sqlite'));
  return new SqlLedger(driver);
}
