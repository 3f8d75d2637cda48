import type { SqlDriver } from './sql.ts';

/**
 * The steps that make a store's tables: step n leads from version n - 1 to version n. Steps are only added, never changed
 * or removed. The first one accepts the tables of the time before versions.
 */
export type SchemaSteps = readonly (readonly string[])[];

/** A store that a newer program has written: it is neither read nor changed. */
export class StoreTooNewError extends Error {
  override readonly name = 'StoreTooNewError';
  constructor(store: string, found: number, known: number) {
    super(
      `The ${store} store has version ${found}, this program knows versions up to ${known}. A newer place-records has ` +
        'written it: run that one, or put back the copy from before the upgrade.',
    );
  }
}

/**
 * Brings the tables of one store to the newest version that this program knows, forward only and in one transaction:
 * of several processes at once one does it. Throws {@link StoreTooNewError}.
 */
export function migrate(driver: SqlDriver, store: string, steps: SchemaSteps): Promise<void> {
  return driver.exclusively(function* () {
    yield {
      sql: 'CREATE TABLE IF NOT EXISTS schema_versions (store TEXT PRIMARY KEY, version INTEGER NOT NULL)',
    };
    const [row] = yield { sql: 'SELECT version FROM schema_versions WHERE store = ?', params: [store] };
    const found = Number(row?.version ?? 0);
    if (found > steps.length) throw new StoreTooNewError(store, found, steps.length);
    if (found === steps.length) return;
    for (const sql of steps.slice(found).flat()) yield { sql, pace: 'migration' };
    yield {
      sql:
        'INSERT INTO schema_versions (store, version) VALUES (?, ?) ' +
        'ON CONFLICT (store) DO UPDATE SET version = excluded.version',
      params: [store, steps.length],
    };
  });
}
