import { readFileSync } from 'node:fs';
import { openJobService } from '../../src/composition/job-parts.ts';
import { createLog } from '../../src/config/log.ts';
import { JobResults } from '../../src/jobs/results.ts';
import { openService } from '../../src/main.ts';
import { RegistryJobRoutes } from '../../src/pipeline/job-routes.ts';
import type { JobItemRow } from '../../src/store/job-store.ts';
import { openObjects } from '../../src/store/objects.ts';
import { openLedger } from '../../src/store/open-ledger.ts';
import { PostgresDriver } from '../../src/store/postgres-driver.ts';
import { JobStore } from '../../src/store/sql-jobs.ts';
import { SqliteDriver } from '../../src/store/sqlite-driver.ts';
import { chainNow } from '../clock.ts';
import { withOwnClock } from '../store/own-clock.ts';
import { degraded, testConfig } from '../test-config.ts';
import type { MortalOptions, MortalPoint } from './mortal-worker.ts';

// argv: options as JSON. Works on the jobs of the whole registry until it is killed, which it does itself where told to.
const options = JSON.parse(process.argv[2] ?? '{}') as MortalOptions;
const { upstreams, directory, databaseUrl, clockFile, leaseMs, diesAt } = options;

const die = () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise<never>(() => undefined);
};

type Method = (...given: unknown[]) => Promise<unknown>;

/** Dies where a method has done what it does. */
function diesAfter(owner: object, name: string, when: (result: unknown) => boolean): void {
  const method = Reflect.get(owner, name) as Method;
  Reflect.set(owner, name, async function (this: unknown, ...given: unknown[]) {
    const result = await method.apply(this, given);
    return when(result) ? die() : result;
  });
}

/** Dies where a statement was about to be run. */
function diesBefore(driver: object, when: (sql: string) => boolean): void {
  const run = Reflect.get(driver, 'run') as Method;
  Reflect.set(driver, 'run', function (this: unknown, ...given: unknown[]) {
    return when(String(given[0])) ? die() : run.apply(this, given);
  });
}

/** Set once the item is taken over which this process dies. */
let isDoomed = false;
const at = (point: MortalPoint) => isDoomed && diesAt?.point === point;

diesAfter(JobStore.prototype, 'take', (row) => {
  isDoomed ||= (row as JobItemRow | undefined)?.position === diesAt?.position;
  return at('taken');
});
diesAfter(RegistryJobRoutes.prototype, 'step', () => at('read'));
diesAfter(JobResults.prototype, 'keep', () => at('result stored'));
for (const driver of [SqliteDriver.prototype, PostgresDriver.prototype])
  diesBefore(driver, (sql) => at('ended') && sql.includes('SET next_at ='));
diesAfter(JobStore.prototype, 'endItem', () => at('next noted'));
diesAfter(JobStore.prototype, 'takeEnded', (job) => job !== undefined && diesAt?.point === 'closing');

// its parent sets its clock ahead, so that leases of those that died before are over
withOwnClock(PostgresDriver.prototype);

const config = testConfig(
  { upstreams, directory },
  { ...(databaseUrl !== undefined && { SVC_DATABASE_URL: databaseUrl }) },
);
const clock = () => new Date(Number(readFileSync(clockFile, 'utf8')));
const log = createLog(config);
const { registry, pipeline: free } = await openService({ config, log, clock, sourceLimits: degraded });
const jobs = openJobService({
  ...{ config, registry, free, log, clock, ledgerNow: chainNow },
  objects: openObjects({ databaseUrl, dataDir: directory, clock }),
  ledger: openLedger({ databaseUrl, dataDir: directory }),
  worker: { leaseMs, renewMs: 1_000, busyMs: 20, idleMs: 100, restMs: 10, graceMs: 200 },
});
jobs.work();
process.stdout.write('working\n');
