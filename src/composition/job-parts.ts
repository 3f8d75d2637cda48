import type { Registry } from '../catalog/registry.ts';
import { systemClock } from '../config/clock.ts';
import type { Config } from '../config/config.ts';
import { Bell } from '../jobs/bell.ts';
import { type Carrier, openCarrier } from '../jobs/carrier.ts';
import { Jobs } from '../jobs/jobs.ts';
import type { WorkerParts } from '../jobs/leased-work.ts';
import { purgeJobs } from '../jobs/purge.ts';
import { JobResults } from '../jobs/results.ts';
import { keepSweeping } from '../jobs/sweep.ts';
import { JobWorker } from '../jobs/worker.ts';
import type { CopiesPort } from '../kernel/ports/copies.ts';
import type { JobsPort } from '../kernel/ports/jobs.ts';
import type { Log } from '../kernel/ports/log.ts';
import { dayMs } from '../kernel/time.ts';
import type { FreePipeline } from '../pipeline/free.ts';
import { RegistryJobRoutes } from '../pipeline/job-routes.ts';
import type { JobCounts } from '../store/job-store.ts';
import type { Objects } from '../store/object-store.ts';
import type { Remedies } from '../store/remedies.ts';
import { openJobs } from '../store/sql-jobs.ts';
import type { Ledger } from '../store/sql-ledger.ts';

export interface JobParts {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir' | 'jobs' | 'retention'> &
    Partial<Pick<Config, 'undelivered'>>;
  readonly registry: Registry;
  readonly free: FreePipeline;
  readonly objects: Objects;
  readonly copies?: CopiesPort | undefined;
  readonly ledger: Ledger;
  readonly remedies?: Pick<Remedies, 'owe'> | undefined;
  readonly log: Log;
  readonly clock: () => Date;
  /** Times of the worker, where a test needs others. */
  readonly worker?: Partial<WorkerParts>;
  /** Milliseconds by the clock that dates purchases. */
  readonly ledgerNow: () => number;
}

export interface JobService {
  readonly port: JobsPort;
  /** Works on jobs in this process until it is closed; a second call changes nothing. */
  work(concurrency?: number): void;
  purge(): Promise<void>;
  counts(): Promise<JobCounts>;
  /** Stops working, gives back what is under way, closes the store. */
  close(): Promise<void>;
}

/** Milliseconds after which a job that failed is over, where the seller then owes a remedy. */
const remedyAfterMs = dayMs;

interface Working {
  stop(): Promise<void>;
}

export function openJobService(parts: JobParts): JobService {
  const { config, registry, free, objects, copies, ledger, remedies, log, clock, ledgerNow } = parts;
  const { databaseUrl, dataDir, jobs: settings, retention, undelivered } = config;
  const store = openJobs({ databaseUrl, dataDir });
  const routes = new RegistryJobRoutes({ registry, free, copies });
  const results = new JobResults(objects);
  const bell = new Bell();
  const moment = () => ({ now: clock().getTime(), lease: systemClock().getTime() });
  let working: Working | undefined;
  let carrier: Promise<Carrier | undefined> | undefined;
  const carried = () => {
    carrier ??= databaseUrl === undefined ? Promise.resolve(undefined) : openCarrier(databaseUrl, log);
    return carrier;
  };
  const port = new Jobs({
    ...{ store, routes, results, bell, moment, maxBacklog: settings.maxBacklog },
    worksHere: () => working !== undefined,
    announce: async (jobId) => (await carried())?.announce(jobId),
  });
  const receiptOf = async (id: string) => JSON.parse((await ledger.find(id))?.receipt ?? '{}');
  const start = (concurrency: number): Working => {
    const worker = new JobWorker({
      ...{ store, routes, results, bell, log, moment, receiptOf, concurrency },
      ...(undelivered && { failedTermMs: remedyAfterMs }),
      ...parts.worker,
    });
    worker.start();
    const stopSweeping = keepSweeping({ ledger, store, jobs: port, log, slugs: routes.slugs }, ledgerNow);
    carried()
      .then((open) => open?.listen(() => bell.work()))
      .catch((error: unknown) => log.warn({ err: error }, 'jobs are found by looking alone'));
    return {
      async stop() {
        await Promise.all([worker.stop(), stopSweeping()]);
      },
    };
  };
  const owing = undelivered &&
    remedies && { owe: async (id: string) => void (await remedies.owe(id, undelivered, ledgerNow())) };
  return {
    port,
    work(concurrency = settings.concurrency) {
      if (routes.slugs.length > 0) working ??= start(concurrency);
    },
    purge: () => purgeJobs({ store, results, log, ...owing }, clock().getTime(), retention.purchaseDays * dayMs),
    counts: () => store.counts(moment()),
    async close() {
      await working?.stop();
      await (await carrier?.catch(() => undefined))?.close();
      await store.close();
    },
  };
}
