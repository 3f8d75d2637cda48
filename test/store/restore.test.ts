import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCarrier } from '../../src/jobs/carrier.ts';
import { openLedger } from '../../src/store/open-ledger.ts';
import { openJobs } from '../../src/store/sql-jobs.ts';
import { job, at as jobAt, taker } from './batch-jobs.ts';
import { purchase, t0 } from './purchases.ts';
import { onEachStore } from './stores.ts';

const page = readFileSync('docs/operate.md', 'utf8');
const section = page.slice(page.indexOf('## Backup and restore'));
/** The commands of the page that begin like this, as they are written there. */
const commands = (begins: RegExp) =>
  [...section.matchAll(/```sh\n([\s\S]*?)```/g)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.trim())
    .filter((line) => begins.test(line));

const programs = { SQLite: 'sqlite3', PostgreSQL: 'pg_restore' };
const has = (program: string) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

/** What was open at the backup is worked on, and on PostgreSQL workers are woken again. */
async function worksOn(settings: Parameters<typeof openJobs>[0], first: number | undefined) {
  const jobs = openJobs(settings);
  const later = jobAt(1000);
  const taken = [await jobs.take(taker('b'), later), await jobs.take(taker('b'), later)];
  expect(taken).toMatchObject([
    { position: first, takes: 2 },
    { position: 2, takes: 1 },
  ]);
  await jobs.close();
  if (settings.databaseUrl === undefined) return;
  const carrier = await openCarrier(settings.databaseUrl, log);
  let woken = 0;
  await carrier.listen(() => {
    woken += 1;
  });
  await carrier.announce('bought');
  await expect.poll(() => woken, { timeout: 10_000 }).toBe(1);
  await carrier.close();
}

onEachStore('the backup of docs/operate.md', (start, store) => {
  const program = programs[store];
  test.skipIf(!has(program))(
    `is taken while the ledger is open, and restored (${program})`,
    async () => {
      const place = await start();
      const { databaseUrl, dataDir } = place.settings;
      const backup = mkdtempSync(join(tmpdir(), 'backup-'));
      const env = { ...process.env, SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: databaseUrl ?? '' };
      const run = (begins: RegExp) => {
        const found = commands(begins);
        expect(found).toHaveLength(1);
        execFileSync('bash', ['-euc', String(found[0]).replaceAll('/backup/', `${backup}/`)], { env, stdio: 'pipe' });
      };
      try {
        // what wakes workers has tables of its own
        const carrier = databaseUrl && (await openCarrier(databaseUrl, log));
        const ledger = openLedger(place.settings);
        const claim = { holder: 'a', now: t0, leaseMs: 1_000 };
        await ledger.claim(purchase('sold'), claim, 8);
        for (const event of ['dispatch', 'settle'] as const)
          await ledger.step(
            'sold',
            'a',
            event,
            t0,
            event === 'settle' ? { receipt: '{"success":true}' } : { body: '{}' },
          );
        const before = await ledger.find('sold');
        expect(before?.state).toBe('settled');
        const jobs = openJobs(place.settings);
        await jobs.create(job('bought', 2));
        const held = await jobs.take(taker('dead', 1), jobAt());
        run(store === 'SQLite' ? /^for store .* sqlite3 / : /^pg_dump /);
        await jobs.endItem({ jobId: 'bought', position: 1, holder: 'dead' }, 'completed', { outcome: '{}' }, jobAt());
        await jobs.close();
        await ledger.claim(purchase('after the backup'), claim, 8);
        await ledger.close();
        if (carrier) await carrier.close();
        // after a clean stop the file alone is whole
        if (store === 'SQLite') expect(statSync(join(dataDir, 'ledger.sqlite-wal')).size).toBe(0);

        run(store === 'SQLite' ? /^for store .* rm -f / : /^pg_restore /);
        const restored = openLedger(place.settings);
        expect(await restored.find('sold')).toEqual(before);
        expect(await restored.find('after the backup')).toBeUndefined();
        expect(await restored.claim(purchase('next'), claim, 8)).toEqual({ kind: 'claimed' });
        await restored.close();
        await worksOn(place.settings, held?.position);
      } finally {
        rmSync(backup, { recursive: true, force: true });
        await place.stop();
      }
    },
    60_000,
  );
});
