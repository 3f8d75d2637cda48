import { migrate } from '../../src/store/migrate.ts';
import { PostgresDriver } from '../../src/store/postgres-driver.ts';
import { SqliteDriver } from '../../src/store/sqlite-driver.ts';

// argv: settings as JSON. Waits for a line on stdin, then brings the tables of one store up to date.
const { databaseUrl, dataDir } = JSON.parse(process.argv[2] ?? '{}') as { databaseUrl?: string; dataDir: string };
const driver = databaseUrl ? new PostgresDriver(databaseUrl) : new SqliteDriver(`${dataDir}/ledger.sqlite`);
await driver.run('SELECT 1 AS one');
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
await migrate(driver, 'race', [
  ['CREATE TABLE steps (n INTEGER NOT NULL)', 'INSERT INTO steps VALUES (1)'],
  ['ALTER TABLE steps ADD COLUMN said TEXT', 'INSERT INTO steps (n) VALUES (2)'],
  ['INSERT INTO steps (n) VALUES (3)'],
]);
await driver.close();
process.stdout.write('done\n');
process.stdin.pause();
