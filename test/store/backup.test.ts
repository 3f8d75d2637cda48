import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { ledgerStores, purchase, t0 } from './ledger-stores.ts';

const has = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
const run = (program: string, args: readonly string[]) => execFileSync(program, args, { stdio: 'pipe' });
const hold = { holder: 'a', now: t0, leaseMs: 1 };

/** The commands of docs/operate.md, on each store: a copy that is taken while a server writes, and brought back. */
const commands = {
  SQLite: {
    programs: ['sqlite3'],
    back: ({ dataDir }: { dataDir: string }, copy: string) =>
      run('sqlite3', [join(dataDir, 'ledger.sqlite'), `.backup '${copy}'`]),
    bring({ dataDir }: { dataDir: string }, copy: string) {
      for (const ending of ['', '-wal', '-shm']) rmSync(join(dataDir, `ledger.sqlite${ending}`), { force: true });
      cpSync(copy, join(dataDir, 'ledger.sqlite'));
    },
  },
  PostgreSQL: {
    programs: ['pg_dump', 'pg_restore'],
    back: ({ databaseUrl }: { databaseUrl?: string | undefined }, copy: string) =>
      run('pg_dump', ['--format=custom', `--file=${copy}`, databaseUrl ?? '']),
    bring: ({ databaseUrl }: { databaseUrl?: string | undefined }, copy: string) =>
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

for (const kind of ledgerStores) {
  const { programs, back, bring } = commands[kind.name as keyof typeof commands];
  const missing = kind.missing ?? programs.find((program) => !has(program));
  test.skipIf(missing !== undefined)(`the book on ${kind.name} comes back from its copy as it was`, async () => {
    const store = await kind.start();
    const settings = store.settings as { dataDir: string; databaseUrl?: string };
    const folder = mkdtempSync(join(tmpdir(), 'backup-'));
    const copy = join(folder, 'copy');
    const running = store.open();
    await running.claim(purchase('kept'), hold, 8);
    back(settings, copy);
    await running.claim(purchase('later'), hold, 8);
    await running.close();
    bring(settings, copy);
    const again = store.open();
    expect((await again.list()).map(({ id }) => id)).toEqual(['kept']);
    expect(await again.claim(purchase('new'), hold, 8)).toEqual({ kind: 'claimed' });
    await again.close();
    await store.stop();
    rmSync(folder, { recursive: true });
  });
}
