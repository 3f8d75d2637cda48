import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresDriver } from '../../src/store/postgres-driver.ts';
import { SqliteDriver } from '../../src/store/sqlite-driver.ts';
import { SqlTaskStore } from '../../src/store/task-store.ts';
import { type LedgerStore, ledgerStores, t0 } from './ledger-stores.ts';

for (const kind of ledgerStores) {
  describe.skipIf(kind.missing !== undefined)(
    `tasks on ${kind.name}${kind.missing ? ` (${kind.missing})` : ''}`,
    () => {
      let store: LedgerStore;
      let tasks: SqlTaskStore;
      let now = t0;
      beforeAll(async () => {
        store = await kind.start();
        const { databaseUrl, dataDir } = store.settings;
        const driver = databaseUrl ? new PostgresDriver(databaseUrl) : new SqliteDriver(`${dataDir}/tasks.sqlite`);
        tasks = new SqlTaskStore(driver, () => now);
      });
      afterAll(async () => {
        await tasks?.close();
        await store?.stop();
      });
      const put = (id: string, record: string, updatedAt = now) =>
        tasks.put({ id, contextId: 'c', updatedAt, expiresAt: updatedAt + 1000, record });

      test('keeps the newest record of a task, lists newest first, forgets what has run out', async () => {
        await put('a', '{"n":1}', t0);
        await put('b', '{"n":2}', t0 + 1);
        await put('a', '{"n":3}', t0 + 2);
        expect(await tasks.get('a')).toBe('{"n":3}');
        expect(await tasks.list('c', 10)).toEqual(['{"n":3}', '{"n":2}']);
        expect(await tasks.list('c', 1)).toEqual(['{"n":3}']);
        expect(await tasks.list('other', 10)).toEqual([]);
        now = t0 + 1001;
        expect(await tasks.get('b')).toBeUndefined();
        expect(await tasks.list('c', 10)).toEqual(['{"n":3}']);
        now = t0 + 120_000;
        await put('d', '{}');
        expect(await tasks.list('c', 10)).toEqual(['{}']);
      });
    },
  );
}
