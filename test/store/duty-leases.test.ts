import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DutyLeases } from '../../src/store/duty-leases.ts';
import { PostgresDriver } from '../../src/store/postgres-driver.ts';
import { SqliteDriver } from '../../src/store/sqlite-driver.ts';
import { postgresMissing, temporaryPostgres } from './temporary-postgres.ts';

const stores = [
  { store: 'SQLite', missing: undefined },
  { store: 'PostgreSQL', missing: postgresMissing() },
];

for (const { store, missing } of stores) {
  describe.skipIf(missing)(`who does recurring work, on ${store}`, () => {
    let one: DutyLeases;
    let two: DutyLeases;
    let end: () => void;
    beforeAll(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'duties-'));
      const cluster = store === 'PostgreSQL' ? await temporaryPostgres() : undefined;
      const open = () =>
        new DutyLeases(cluster ? new PostgresDriver(cluster.url) : new SqliteDriver(join(folder, 'duties.sqlite')));
      [one, two] = [open(), open()];
      end = () => {
        cluster?.stop();
        rmSync(folder, { recursive: true, force: true });
      };
    });
    afterAll(async () => {
      await one.close();
      await two.close();
      end();
    });

    test('of many that come at once one has it', async () => {
      const takers = Array.from({ length: 20 }, (_, at) => (at % 2 ? one : two).take('crowd', `h${at}`, 1000, 2000));
      expect((await Promise.all(takers)).filter(Boolean).length).toBe(1);
    });

    test('it is nobody else’s until it is given back and due again', async () => {
      expect(await one.take('a', 'one', 1000, 2000)).toBe(true);
      expect(await two.take('a', 'two', 1500, 2500)).toBe(false);
      await one.done('a', 'one', 5000);
      expect(await two.take('a', 'two', 4999, 6000)).toBe(false);
      expect(await two.take('a', 'two', 5000, 6000)).toBe(true);
    });

    test('that of a process that died is taken after its time, and the dead one can neither keep nor end it', async () => {
      expect(await one.take('b', 'one', 1000, 2000)).toBe(true);
      expect(await one.renew('b', 'one', 3000)).toBe(true);
      expect(await two.take('b', 'two', 2500, 4000)).toBe(false);
      expect(await two.take('b', 'two', 3001, 4000)).toBe(true);
      expect(await one.renew('b', 'one', 9000)).toBe(false);
      await one.done('b', 'one', 3500);
      expect(await one.take('b', 'one', 3600, 5000)).toBe(false);
    });
  });
}
