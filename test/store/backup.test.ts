import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { openLedger } from '../../src/store/open-ledger.ts';
import { purchase, t0 } from './purchases.ts';
import { onEachStore, type StorePlace } from './stores.ts';

const has = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
const run = (program: string, args: readonly string[]) => execFileSync(program, args, { stdio: 'pipe' });
const hold = { holder: 'a', now: t0, leaseMs: 1 };

type Settings = StorePlace['settings'];

/** The commands of docs/operate.md, on each store: a copy that is taken while a server writes, and brought back. */
const commands = {
  SQLite: {
    programs: ['sqlite3'],
    back: ({ dataDir }: Settings, copy: string) =>
      run('sqlite3', [join(dataDir, 'ledger.sqlite'), `.backup '${copy}'`]),
    bring({ dataDir }: Settings, copy: string) {
      for (const ending of ['', '-wal', '-shm']) rmSync(join(dataDir, `ledger.sqlite${ending}`), { force: true });
      cpSync(copy, join(dataDir, 'ledger.sqlite'));
    },
  },
  PostgreSQL: {
    programs: ['pg_dump', 'pg_restore'],
    back: ({ databaseUrl }: Settings, copy: string) =>
      run('pg_dump', ['--format=custom', `--file=${copy}`, databaseUrl ?? '']),
    bring: ({ databaseUrl }: Settings, copy: string) =>
      run('pg_restore', [
        '--clean',
        '--if-exists',
        '--no-owner',
        '--single-transaction',
        `--dbname=${databaseUrl}`,
        copy,
      ]),
  },
};

onEachStore('the book', (start, name) => {
  const { programs, back, bring } = commands[name];
  test.skipIf(programs.some((program) => !has(program)))(
    `comes back from its copy as it was (${programs.join(', ')})`,
    async () => {
      const store = await start();
      const { settings } = store;
      const folder = mkdtempSync(join(tmpdir(), 'backup-'));
      const copy = join(folder, 'copy');
      const running = openLedger(settings);
      await running.claim(purchase('stored'), hold, 8);
      back(settings, copy);
      await running.claim(purchase('later'), hold, 8);
      await running.close();
      bring(settings, copy);
      const again = openLedger(settings);
      expect((await again.list()).map(({ id }) => id)).toEqual(['stored']);
      expect(await again.claim(purchase('new'), hold, 8)).toEqual({ kind: 'claimed' });
      await again.close();
      await store.stop();
      rmSync(folder, { recursive: true });
    },
  );
});
