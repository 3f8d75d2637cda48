import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { PostgresDriver } from '../../src/store/postgres-driver.ts';
import type { SqlDriver } from '../../src/store/sql.ts';
import { SqliteDriver } from '../../src/store/sqlite-driver.ts';
import { temporaryDatabase } from './shared-postgres.ts';
import { postgresMissing } from './temporary-postgres.ts';

/** Where the stores of a service are: a folder of its own, and the database where it is not SQLite in that folder. */
export interface StorePlace {
  readonly settings: { readonly databaseUrl: string | undefined; readonly dataDir: string };
  stop(): Promise<void>;
}

export const storeNames = ['SQLite', 'PostgreSQL'] as const;
type StoreName = (typeof storeNames)[number];

/** An empty place for stores of that kind. */
export async function openPlace(store: StoreName = 'SQLite'): Promise<StorePlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'));
  const database = store === 'PostgreSQL' ? await temporaryDatabase() : undefined;
  return {
    settings: { databaseUrl: database?.url, dataDir },
    async stop() {
      await database?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Statements on the database of a place, or on one file of its folder. */
export const driverOf = ({ databaseUrl, dataDir }: StorePlace['settings'], file = 'ledger'): SqlDriver =>
  databaseUrl ? new PostgresDriver(databaseUrl) : new SqliteDriver(join(dataDir, `${file}.sqlite`));

/** The same tests on each store; PostgreSQL is skipped by name where its programs are absent. */
export function onEachStore(
  title: string,
  tests: (start: () => Promise<StorePlace>, store: StoreName) => void,
  stores: readonly StoreName[] = storeNames,
): void {
  for (const store of stores) {
    const missing = store === 'PostgreSQL' ? postgresMissing() : undefined;
    describe.skipIf(missing !== undefined)(`${title} on ${store}${missing ? ` (${missing})` : ''}`, () =>
      tests(() => openPlace(store), store),
    );
  }
}
