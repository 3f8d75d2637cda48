import { join } from 'node:path';
import type { Ledger } from './ledger.ts';
import { LedgerMark } from './ledger-mark.ts';
import { PostgresDriver } from './postgres-driver.ts';
import { Remedies } from './remedies.ts';
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

const markOf = (driver: SqlDriver, { databaseUrl, dataDir }: StoreSettings, addresses: readonly string[]) =>
  new LedgerMark(driver, { path: join(dataDir, 'ledger.json'), addresses, isShared: databaseUrl !== undefined });

/**
 * The ledger and, in the same database, the spending ledger and what is owed; closing the first closes all.
 * @param addresses receiving addresses: with a ledger of another installation nothing is sold there
 */
export function openBooks(
  settings: StoreSettings,
  addresses?: readonly string[],
): { readonly ledger: Ledger; readonly spend: SpendStore; readonly remedies: Remedies } {
  const driver = openDriver(settings);
  const mark = addresses && markOf(driver, settings, addresses);
  return { ledger: new SqlLedger(driver, mark), spend: new SqlSpend(driver), remedies: new Remedies(driver) };
}

/** Names the ledger as the one with which this installation sells at these addresses. */
export async function adoptLedger(settings: StoreSettings, addresses: readonly string[]): Promise<void> {
  const driver = openDriver(settings);
  try {
    await markOf(driver, settings, addresses).adopt();
  } finally {
    await driver.close();
  }
}
