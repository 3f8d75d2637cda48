import { join } from 'node:path';
import type { Ledger } from './ledger.ts';
import { PostgresDriver } from './postgres-driver.ts';
import type { SpendStore } from './spend.ts';
import type { SqlDriver } from './sql.ts';
import { SqlLedger } from './sql-ledger.ts';
import { SqlSpend } from './sql-spend.ts';
import { SqliteDriver } from './sqlite-driver.ts';

interface StoreSettings {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

const openDriver = ({ databaseUrl, dataDir }: StoreSettings): SqlDriver =>
  databaseUrl ? new PostgresDriver(databaseUrl, 'ledger') : new SqliteDriver(join(dataDir, 'ledger.sqlite'));

/** The ledger on PostgreSQL where a database is configured, else in `ledger.sqlite` under the data directory. */
export function openLedger(settings: StoreSettings): Ledger {
  return new SqlLedger(openDriver(settings));
}

/** The ledger and, in the same database, the spending ledger; closing the first closes both. */
export function openBooks(settings: StoreSettings): { readonly ledger: Ledger; readonly spend: SpendStore } {
  const driver = openDriver(settings);
  return { ledger: new SqlLedger(driver), spend: new SqlSpend(driver) };
}
