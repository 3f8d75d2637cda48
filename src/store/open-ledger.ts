import { join } from 'node:path';
import { LedgerMark } from './ledger-mark.ts';
import { Remedies } from './remedies.ts';
import type { SqlDriver } from './sql.ts';
import { Ledger, type PurchaseObserver } from './sql-ledger.ts';
import { SpendStore } from './sql-spend.ts';
import { openDriver, type StorePlace } from './sql-store.ts';

const ledgerDriver = (place: StorePlace): SqlDriver => openDriver(place, 'ledger.sqlite', 'ledger');

/** The ledger on PostgreSQL where a database is configured, else in `ledger.sqlite` under the data directory. */
export const openLedger = (place: StorePlace): Ledger => new Ledger(ledgerDriver(place));

const markOf = (driver: SqlDriver, { databaseUrl, dataDir }: StorePlace, addresses: readonly string[]) =>
  new LedgerMark(driver, { path: join(dataDir, 'ledger.json'), addresses, isShared: databaseUrl !== undefined });

/**
 * The ledger and, in the same database, the spending ledger and what is owed; closing the first closes all.
 * @param addresses receiving addresses: with a ledger of another installation nothing is sold there
 */
export function openBooks(
  place: StorePlace,
  addresses?: readonly string[],
  observer?: PurchaseObserver,
): { readonly ledger: Ledger; readonly spend: SpendStore; readonly remedies: Remedies } {
  const driver = ledgerDriver(place);
  const mark = addresses && markOf(driver, place, addresses);
  return {
    ledger: new Ledger(driver, mark, observer),
    spend: new SpendStore(driver),
    remedies: new Remedies(driver),
  };
}

/** Names the ledger as the one with which this installation sells at these addresses. */
export async function adoptLedger(place: StorePlace, addresses: readonly string[]): Promise<void> {
  const mark = markOf(ledgerDriver(place), place, addresses);
  await mark.adopt().finally(() => mark.close());
}
