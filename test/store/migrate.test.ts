import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Demand } from '../../src/store/demand.ts';
import { EvidenceStore } from '../../src/store/evidence.ts';
import { ledgerSchema } from '../../src/store/ledger-schema.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openObjects } from '../../src/store/objects.ts';
import { openLedger } from '../../src/store/open-ledger.ts';
import { openProofs } from '../../src/store/open-proofs.ts';
import { SentinelStore } from '../../src/store/sentinel.ts';
import type { SqlDriver } from '../../src/store/sql.ts';
import { openTaskStore } from '../../src/store/task-store.ts';
import { startChild } from '../child-process.ts';
import { childScript } from '../child-script.ts';
import { testClock } from '../clock.ts';
import { purchase, t0 } from './purchases.ts';
import { driverOf, onEachStore } from './stores.ts';

/** The tables of the first ledger that was published, as its program made them. */
const firstVersion = [
  `CREATE TABLE IF NOT EXISTS purchases (
     id TEXT PRIMARY KEY, credential_hash TEXT NOT NULL, payer_hash TEXT NOT NULL, network TEXT NOT NULL,
     slug TEXT NOT NULL, args_hash TEXT NOT NULL, offer TEXT NOT NULL, state TEXT NOT NULL, holder TEXT,
     lease_until BIGINT NOT NULL, attempts INTEGER NOT NULL, valid_until BIGINT NOT NULL,
     body TEXT, body_bytes BIGINT NOT NULL, receipt TEXT, transaction_id TEXT, reason TEXT,
     created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS purchases_payer ON purchases (payer_hash, created_at) WHERE state <> 'settled'`,
  'CREATE INDEX IF NOT EXISTS purchases_age ON purchases (updated_at)',
  `INSERT INTO purchases VALUES ('old', 'c', 'p', 'eip155:8453', 'svc-flood-zone', 'a', '{}', 'settled', NULL,
     0, 1, ${t0}, '{"x":1}', 7, '{"success":true}', NULL, NULL, ${t0}, ${t0})`,
];

const versionOf = async (driver: SqlDriver, store: string) =>
  Number((await driver.run('SELECT version FROM schema_versions WHERE store = ?', [store]))[0]?.version);

const child = await childScript(new URL('./migrate-child.ts', import.meta.url));

onEachStore('tables', (start) => {
  test('a ledger of the first version is taken up with what it holds', async () => {
    const store = await start();
    const driver = driverOf(store.settings);
    for (const sql of firstVersion) await driver.run(sql);
    const ledger = openLedger(store.settings);
    expect(await ledger.find('old')).toMatchObject({
      state: 'settled',
      body: '{"x":1}',
      receipt: '{"success":true}',
    });
    expect(await versionOf(driver, 'ledger')).toBe(ledgerSchema.length);
    expect(await ledger.claim(purchase('new'), { holder: 'a', now: t0, leaseMs: 1 }, 8)).toEqual({
      kind: 'claimed',
    });
    await ledger.close();
    const again = openLedger(store.settings);
    expect((await again.list()).map(({ id }) => id).sort()).toEqual(['new', 'old']);
    await again.close();
    await driver.close();
    await store.stop();
  }, 60_000);

  test('a store that a newer program wrote is refused, and nothing of it is changed', async () => {
    const store = await start();
    const driver = driverOf(store.settings);
    await migrate(driver, 'ledger', ledgerSchema);
    await driver.run('UPDATE schema_versions SET version = 99');
    const ledger = openLedger(store.settings);
    await expect(ledger.find('x')).rejects.toThrow(
      `The ledger store has version 99, this program knows versions up to ${ledgerSchema.length}. A newer`,
    );
    await expect(ledger.check()).rejects.toThrow('has version 99');
    expect(await versionOf(driver, 'ledger')).toBe(99);
    await ledger.close();
    await driver.close();
    await store.stop();
  }, 60_000);

  test('two versions side by side: the older one that runs goes on beside a newer one that has added to the tables', async () => {
    const store = await start();
    const older = openLedger(store.settings);
    expect(await older.claim(purchase('before'), { holder: 'a', now: t0, leaseMs: 1 }, 8)).toEqual({
      kind: 'claimed',
    });
    const newer = driverOf(store.settings);
    await migrate(newer, 'ledger', [...ledgerSchema, ['ALTER TABLE purchases ADD COLUMN shelf TEXT']]);
    await newer.run("UPDATE purchases SET shelf = 'top' WHERE id = ?", ['before']);
    expect(await older.claim(purchase('after'), { holder: 'a', now: t0, leaseMs: 1 }, 8)).toEqual({
      kind: 'claimed',
    });
    expect(await older.find('before')).toMatchObject({ id: 'before' });
    const rows = await newer.run('SELECT id, shelf FROM purchases ORDER BY id');
    expect(rows).toEqual([
      { id: 'after', shelf: null },
      { id: 'before', shelf: 'top' },
    ]);
    await older.close();
    await newer.close();
    await store.stop();
  });

  test('a step that fails leaves the version and the tables as they were', async () => {
    const store = await start();
    const driver = driverOf(store.settings);
    await migrate(driver, 'thing', [['CREATE TABLE thing (a TEXT)']]);
    const broken = [['CREATE TABLE thing (a TEXT)'], ['ALTER TABLE thing ADD COLUMN b TEXT', 'no statement']];
    await expect(migrate(driver, 'thing', broken)).rejects.toThrow();
    expect(await versionOf(driver, 'thing')).toBe(1);
    await expect(driver.run('SELECT b FROM thing')).rejects.toThrow();
    await migrate(driver, 'thing', [broken[0] ?? [], ['ALTER TABLE thing ADD COLUMN b TEXT']]);
    expect(await driver.run('SELECT b FROM thing')).toEqual([]);
    await driver.close();
    await store.stop();
  }, 60_000);

  test('of processes that come at once each step is made by one', async () => {
    const store = await start();
    const racers = ['a', 'b', 'c'].map(() => startChild(child, store.settings));
    for (const racer of racers) expect(await racer.line()).toBe('ready');
    for (const racer of racers) racer.tell('go');
    expect(await Promise.all(racers.map(({ line }) => line()))).toEqual(['done', 'done', 'done']);
    const driver = driverOf(store.settings);
    // each step adds one row and a plain CREATE TABLE or ADD COLUMN: a second run of it would have failed or added
    expect(await driver.run('SELECT n FROM steps ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await versionOf(driver, 'race')).toBe(3);
    await driver.close();
    await store.stop();
  }, 60_000);

  test('every store on it says which version it has', async () => {
    const { settings, stop } = await start();
    const { databaseUrl } = settings;
    const dataDir = settings.dataDir;
    const clock = testClock;
    const quiet = () => undefined;
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    const demand = new Demand({ databaseUrl, dataDir });
    const evidence = new EvidenceStore({ databaseUrl, dataDir, keepDays: 1, clock, log });
    const sentinel = new SentinelStore({ databaseUrl, dataDir, clock });
    const tasks = openTaskStore({ databaseUrl, dataDir, clock });
    const objects = openObjects({ databaseUrl, dataDir, clock });
    await demand.coverageDemand(1);
    await evidence.get('none');
    await sentinel.keep([]);
    await tasks.get('none');
    await objects.named('none');
    const proofs = openProofs({ databaseUrl, dataDir, clock });
    await proofs.check('none', {});
    for (const store of [demand, evidence, sentinel, tasks, objects, proofs]) await store.close();
    const stores = ['demand', 'evidence', 'sentinel', 'tasks', ...(databaseUrl ? ['objects', 'secrets'] : [])];
    for (const store of stores) {
      const driver = driverOf(settings, store);
      expect([store, await versionOf(driver, store)]).toEqual([store, 1]);
      await driver.close();
    }
    await stop();
  }, 60_000);
});

test('steps only add to tables: anyone who runs the version before finds everything where it was', () => {
  const folder = new URL('../../src/store/', import.meta.url);
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const taking = /\b(DROP\s+(TABLE|COLUMN|INDEX)\b|RENAME\s+(TO|COLUMN)\b|ALTER\s+COLUMN\b|TRUNCATE\s)/i;
  expect(taking.test('ALTER TABLE a DROP COLUMN b')).toBe(true);
  for (const name of sources)
    expect(taking.exec(readFileSync(new URL(name, folder), 'utf8'))?.[0], name).toBeUndefined();
});
