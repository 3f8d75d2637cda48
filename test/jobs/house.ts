import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { Bell } from '../../src/jobs/bell.ts';
import { Jobs } from '../../src/jobs/jobs.ts';
import type { WorkerParts } from '../../src/jobs/leased-work.ts';
import { JobResults } from '../../src/jobs/results.ts';
import type { FinishWork, ItemWork, JobRoutes } from '../../src/jobs/routes.ts';
import { JobWorker } from '../../src/jobs/worker.ts';
import type { JobDocument, JobFinish, JobItemOutcome, JobItemPlan, JobTerms } from '../../src/kernel/ports/jobs.ts';
import type { Log } from '../../src/kernel/ports/log.ts';
import { acceptedJob } from '../../src/products/shared/job.ts';
import { openObjects } from '../../src/store/objects.ts';
import type { JobStore } from '../../src/store/sql-jobs.ts';
import { openJobs } from '../../src/store/sql-jobs.ts';
import { testClock } from '../clock.ts';

export const slug = 'svc-batch';
export const terms: JobTerms & { readonly kind: 'batch' } = {
  kind: 'batch',
  expiresAfterMs: 30 * 86_400_000,
  pollAfterSeconds: 5,
  itemMs: 5_000,
  concurrency: 2,
};

type Step = (work: ItemWork) => Promise<JobItemOutcome> | JobItemOutcome;

export interface HouseOptions {
  readonly terms?: Partial<JobTerms>;
  readonly step?: Step;
  finish?(work: FinishWork): Promise<JobFinish>;
  added?(
    document: JobDocument,
    items: readonly { readonly result?: unknown }[],
    now: Date,
  ): Readonly<Record<string, unknown>>;
  readonly worker?: Partial<WorkerParts>;
  readonly maxBacklog?: number;
  /** Of a house that others share. */
  readonly dataDir?: string;
  readonly databaseUrl?: string;
}

/** A store of jobs with a route that does what a test says, its workers, and what reads and ends jobs. */
export class House {
  readonly dataDir: string;
  readonly store: JobStore;
  readonly results: JobResults;
  readonly bell = new Bell();
  readonly jobs: Jobs;
  /** Everything that was logged as a warning. */
  readonly warned: string[] = [];
  /** Milliseconds by which both clocks are ahead. */
  ahead = 0;
  readonly #options: HouseOptions;
  readonly #workers: JobWorker[] = [];
  #serial = 0;

  constructor(options: HouseOptions = {}) {
    this.#options = options;
    this.dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'house-of-jobs-'));
    const settings = { databaseUrl: options.databaseUrl, dataDir: this.dataDir };
    this.store = openJobs(settings);
    this.results = new JobResults(openObjects({ ...settings, clock: testClock }));
    this.jobs = new Jobs({
      ...{ store: this.store, routes: this.routes, results: this.results, bell: this.bell },
      moment: () => this.moment(),
      maxBacklog: options.maxBacklog ?? 1000,
      worksHere: () => this.#workers.length > 0,
    });
  }

  get terms(): JobTerms & { readonly kind: 'batch' } {
    return { ...terms, ...this.#options.terms, kind: 'batch' };
  }

  get routes(): JobRoutes {
    const { step = done, finish = async () => ({}), added } = this.#options;
    const ofRoute = { ...this.terms, ...(added && { document: added }) };
    return {
      slugs: [slug],
      terms: (queried) => (queried === slug ? ofRoute : undefined),
      step: async (work) => step(work),
      finish: (work) => finish(work),
    };
  }

  moment() {
    // real time: leases run by the clock of the machine
    return { now: testClock().getTime() + this.ahead, lease: performance.timeOrigin + performance.now() + this.ahead };
  }

  /** The document that is sold. */
  sold(items: number | readonly JobItemPlan[]): JobDocument {
    const planned =
      typeof items === 'number' ? Array.from({ length: items }, (_, n) => ({ input: { n: n + 1 } })) : items;
    return acceptedJob({ now: testClock() }, this.terms, {
      ...{ request: { from: 'a test' }, items: planned, caveats: ['synthetic'], summary: 'A synthetic batch.' },
    });
  }

  /** A bought job; its id. */
  async buy(items: number | readonly JobItemPlan[], purchaseId = `purchase ${++this.#serial}`): Promise<string> {
    const body = this.sold(items);
    await this.jobs.create({ slug, body, purchaseId, receipt: { transaction: '0x1' } });
    return body.jobId;
  }

  /** Ends a job as its buyer. */
  async cancel(jobId: string) {
    return this.jobs.cancel(jobId, [(await this.store.find(jobId))?.purchaseId ?? '']);
  }

  /** Begins again as its buyer what failed. */
  async retry(jobId: string) {
    return this.jobs.retry(jobId, [(await this.store.find(jobId))?.purchaseId ?? '']);
  }

  /** A worker that begins at once. */
  work(more: Partial<WorkerParts> = {}): JobWorker {
    const write = (fields: object, message: string) =>
      void this.warned.push(`${message} ${JSON.stringify(fields, plain)}`);
    const log: Log = { debug: () => undefined, info: () => undefined, warn: write, error: write };
    const worker = new JobWorker({
      ...{ store: this.store, routes: this.routes, results: this.results, bell: this.bell, log },
      moment: () => this.moment(),
      receiptOf: async () => ({ transaction: '0x1' }),
      ...{ busyMs: 5, idleMs: 20, restMs: 1, sourceRestMs: 0, leaseMs: 1_000, renewMs: 50, graceMs: 100 },
      ...this.#options.worker,
      ...more,
    });
    worker.start();
    this.#workers.push(worker);
    return worker;
  }

  /** The document once nothing more happens to the job by itself. */
  async ended(jobId: string, limitMs = 10_000): Promise<JobDocument> {
    const until = performance.now() + limitMs;
    for (;;) {
      const { document, working } = await this.jobs.view(jobId);
      if (!working) return document;
      if (performance.now() > until) throw new Error(`the job is still ${document.state}: ${document.summary}`);
      await this.jobs.changed(jobId, document.revision, 1_000, new AbortController().signal);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()));
    await this.store.close();
    if (this.#options.dataDir === undefined) rmSync(this.dataDir, { recursive: true, force: true });
  }
}

const plain = (_key: string, value: unknown) => (value instanceof Error ? String(value) : value);

export const done: Step = ({ position, input }) => ({
  state: 'completed',
  summary: `Item ${position} is done.`,
  result: { position, ...input },
});

/** Opens houses that are closed after each test of a file. */
export function closedHouses(): (options?: HouseOptions) => House {
  const houses: House[] = [];
  afterEach(async () => {
    await Promise.all(houses.splice(0).map((opened) => opened.close()));
  });
  return (options = {}) => {
    const opened = new House(options);
    houses.push(opened);
    return opened;
  };
}
