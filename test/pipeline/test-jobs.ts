import { Registry } from '../../src/catalog/registry.ts';
import { type JobService, openJobService } from '../../src/composition/job-parts.ts';
import type { WorkerParts } from '../../src/jobs/leased-work.ts';
import type { Log } from '../../src/kernel/ports/log.ts';
import { FreePipeline, type PipelinePorts } from '../../src/pipeline/free.ts';
import { openObjects } from '../../src/store/objects.ts';
import { openBooks } from '../../src/store/open-ledger.ts';
import type { Ledger } from '../../src/store/sql-ledger.ts';
import { chainNow } from '../clock.ts';
import { jobTools } from './job-tool.ts';
import { withoutEvidence } from './no-evidence.ts';

interface TestJobsOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  readonly clock: () => Date;
  readonly ledger?: Ledger;
  readonly log?: Log;
  readonly maxBacklog?: number;
  /** Items take no time, whatever they were told. */
  readonly hurries?: boolean | undefined;
  readonly worker?: Partial<WorkerParts>;
  /** The rule of the seller for jobs that brought nothing. */
  readonly undelivered?: 'voucher' | 'refund' | undefined;
}

const quiet = () => undefined;

/** Jobs of the test route over the stores of a shop, with leases short enough that a test can wait for them. */
export function openTestJobs({
  dataDir,
  databaseUrl,
  clock,
  maxBacklog = 1000,
  hurries,
  undelivered,
  ...given
}: TestJobsOptions): {
  readonly jobs: JobService;
  readonly ledger: Ledger;
  readonly registry: Registry;
  readonly free: FreePipeline;
} {
  const log = given.log ?? { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const registry = new Registry(jobTools(hurries));
  const free = new FreePipeline({
    ...{ registry, log, clock, sourcesFor: () => ({}), jurisdictions: { forSale: () => ({}) } },
    ...withoutEvidence,
  } as unknown as PipelinePorts);
  const books = openBooks({ databaseUrl, dataDir });
  const ledger = given.ledger ?? books.ledger;
  const jobs = openJobService({
    config: {
      ...{ databaseUrl, dataDir, jobs: { where: 'here', maxBacklog, concurrency: 2 } },
      retention: { purchaseDays: 400, artifactDays: 30, artifactMaxBytes: 1e9 },
      undelivered,
    },
    ...{ registry, free, ledger, log, clock, ledgerNow: chainNow, remedies: books.remedies },
    objects: openObjects({ databaseUrl, dataDir, clock }),
    worker: { leaseMs: 400, renewMs: 100, busyMs: 20, idleMs: 100, restMs: 10, graceMs: 200, ...given.worker },
  });
  return { jobs, ledger, registry, free };
}
