import { canonicalJson, sha256 } from '../kernel/canonical.ts';
import { ServiceError } from '../kernel/errors.ts';
import type {
  JobDocument,
  JobFile,
  JobHandle,
  JobItemWithResult,
  JobReading,
  JobSale,
  JobStatusPath,
  JobsPort,
} from '../kernel/ports/jobs.ts';
import type { JobRow, NewJobItem } from '../store/job-store.ts';
import { isLive } from '../store/sql-jobs.ts';
import { documentOf, expiredDocument, maxRestarts, wholeDocument, withResults } from './documents.ts';
import type { WorkerParts } from './leased-work.ts';

export interface JobsParts extends Pick<WorkerParts, 'store' | 'routes' | 'results' | 'bell' | 'moment'> {
  /** Number of waiting items at which selling stops. */
  readonly maxBacklog: number;
  /** Whether this process works on jobs; otherwise another worker must have been seen lately. */
  worksHere(): boolean;
  /** Notifies the workers of other processes of a job. */
  announce?(jobId: string): Promise<void>;
}

/** Milliseconds without a sign of life after which a worker counts as gone. */
const awayMs = 60_000;
/** Seconds of `Retry-After`. */
const backlogSeconds = 60;
const nobodySeconds = 30;
/** Milliseconds between two reads of a job that another process may change. */
const lookMs = 1000;
/** Callers who may wait for a change at once; further callers get the answer at once. */
const maxWaiting = 200;

const notReady = (why: string, retryAfterSeconds: number) =>
  new ServiceError('not_ready', { detail: `${why}; nothing was charged.`, retryAfterSeconds, charged: false });

const noJob = () =>
  new ServiceError('not_found', { detail: 'There is no job at this address, or nothing of it is stored any more.' });

/** Jobs over their store: create, read, cancel, restart. The worker does their work. */
export class Jobs implements JobsPort {
  readonly #parts: JobsParts;
  #waiting = 0;

  constructor(parts: JobsParts) {
    this.#parts = parts;
  }

  async admit(): Promise<void> {
    const { store, maxBacklog, moment, worksHere } = this.#parts;
    const at = moment();
    if (!worksHere() && !(await store.attended(awayMs, at)))
      throw notReady('No worker is running that could do this job', nobodySeconds);
    const { due, running } = await store.counts(at);
    if (due + running >= maxBacklog)
      throw notReady(`${due + running} items of other jobs are waiting, and no more are taken on`, backlogSeconds);
  }

  async create({ slug, body, purchaseId, receipt }: { slug: string; body: JobDocument } & JobSale): Promise<void> {
    const { store, routes, bell, announce } = this.#parts;
    const terms = routes.terms(slug);
    if (!terms) throw new Error(`${slug} sells no jobs`);
    if ((await store.known([purchaseId])).size > 0) return;
    const { items, ...document } = body;
    const made = await store.create({
      id: body.jobId,
      ...{ purchaseId, slug },
      document: JSON.stringify(document),
      receiptHash: sha256(canonicalJson(receipt)),
      concurrency: terms.concurrency,
      sequential: terms.sequential ?? false,
      stopsOnFailure: terms.stopsOnFailure ?? false,
      createdAt: Date.parse(body.createdAt),
      expiresAt: Date.parse(body.expiresAt),
      items: await Promise.all(items.map((item) => this.#newItem(body.jobId, item))),
    });
    if (!made) return;
    bell.work();
    // a worker that is not notified finds it some seconds later
    await announce?.(body.jobId).catch(() => undefined);
  }

  async current(body: JobDocument): Promise<{ readonly document: JobDocument; readonly handle: JobHandle }> {
    const { store, routes } = this.#parts;
    const job = await store.find(body.jobId);
    const document = job ? await this.#standing(job, body) : body;
    const { jobId, expiresAt, revision, pollAfterSeconds } = document;
    const path = (job && routes.terms(job.slug)?.statusPath) ?? 'jobs';
    // the next sweep creates a missing job
    const working = job === undefined || isLive(job.state);
    return { document, handle: { jobId, path, expiresAt, revision, working, pollAfterSeconds } };
  }

  async view(jobId: string, path?: JobStatusPath): Promise<JobReading> {
    const job = await this.#job(jobId, path);
    const document = await wholeDocument(job, await this.#parts.store.items(jobId), this.#parts);
    return { document, working: isLive(job.state) };
  }

  async feed(jobId: string, path?: JobStatusPath): Promise<string> {
    const { slug } = await this.#job(jobId, path);
    const { document } = await this.view(jobId, path);
    const feed = this.#parts.routes.terms(slug)?.feed?.({ ...document });
    if (feed === undefined) throw new ServiceError('not_found', { detail: 'The job has no feed.' });
    return feed;
  }

  async item(jobId: string, position: number, path?: JobStatusPath): Promise<JobItemWithResult> {
    const job = await this.#job(jobId, path);
    const row = Number.isSafeInteger(position) ? await this.#parts.store.item(jobId, position) : undefined;
    if (!row) throw new ServiceError('not_found', { detail: 'The job has no item of that position.' });
    const document = documentOf(job, [row], this.#parts.routes.terms(job.slug));
    const [item] = await withResults(document, [row], this.#parts.results);
    if (!item) throw noJob();
    return item;
  }

  async file(jobId: string, name: string, path?: JobStatusPath): Promise<Omit<JobFile, 'name'>> {
    await this.#job(jobId, path);
    const file = await this.#parts.results.file(jobId, name);
    if (!file) throw new ServiceError('not_found', { detail: 'The job has no file of that name, or not yet.' });
    return file;
  }

  async cancel(jobId: string, bought: readonly string[], path?: JobStatusPath): Promise<JobReading> {
    const { store, routes, bell, moment } = this.#parts;
    const job = await this.#owned(jobId, bought, path);
    const at = moment();
    if (await store.cancel(jobId, at.now + (routes.terms(job.slug)?.expiresAfterMs ?? 0), at)) bell.changed(jobId);
    return this.view(jobId, path);
  }

  async retry(jobId: string, bought: readonly string[], path?: JobStatusPath): Promise<JobReading> {
    const { store, bell, announce, moment } = this.#parts;
    const { retryAfter = 0 } = await this.#owned(jobId, bought, path);
    const { document } = await this.view(jobId, path);
    const restMs = retryAfter - moment().now;
    if (document.retryUrl !== undefined && restMs > 0)
      throw new ServiceError('job_retry_too_early', {
        detail: `What failed can be begun again from ${document.retryAfter} on: a source that failed is left alone for a while.`,
        retryAfterSeconds: Math.ceil(restMs / 1000),
      });
    if (document.retryUrl === undefined || !(await store.restart(jobId, maxRestarts)))
      throw new ServiceError('job_not_failed', { extra: { jobId, state: document.state } });
    bell.work();
    bell.changed(jobId);
    await announce?.(jobId).catch(() => undefined);
    return this.view(jobId, path);
  }

  async changed(jobId: string, revision: number, limitMs: number, signal: AbortSignal): Promise<void> {
    if (this.#waiting >= maxWaiting) return;
    this.#waiting += 1;
    try {
      const until = performance.now() + limitMs;
      for (;;) {
        const pulse = await this.#parts.store.pulse(jobId);
        if (!pulse || pulse.revision !== revision || !isLive(pulse.state)) return;
        const left = until - performance.now();
        if (left <= 0 || signal.aborted) return;
        await this.#parts.bell.changedOr(jobId, Math.min(lookMs, left), signal);
      }
    } finally {
      this.#waiting -= 1;
    }
  }

  /** An item of a sold body as it is stored; no step runs for one that had ended at the sale. */
  async #newItem(jobId: string, item: JobItemWithResult): Promise<NewJobItem> {
    const { position, input, dueAt, state, summary, diagnostic, artifacts, result } = item;
    const planned = { input: JSON.stringify(input), dueAt: dueAt === undefined ? undefined : Date.parse(dueAt) };
    if (state !== 'completed' && state !== 'diagnostic') return planned;
    const resultHash = result === undefined ? undefined : await this.#parts.results.keep(jobId, position, result);
    return { ...planned, ended: { state, outcome: JSON.stringify({ summary, diagnostic, artifacts }), resultHash } };
  }

  /** The document of a job for a buyer who sends its purchase again. */
  async #standing(job: JobRow, sold: JobDocument): Promise<JobDocument> {
    const { store, routes, moment } = this.#parts;
    if (!this.#isOver(job)) return wholeDocument(job, await store.items(job.id), this.#parts);
    const document = expiredDocument(sold, job);
    return { ...document, ...routes.terms(job.slug)?.document?.(document, [], new Date(moment().now)) };
  }

  /** Whether its results have expired; the next purge marks its row. */
  #isOver({ state, expiresAt }: JobRow): boolean {
    return state === 'expired' || (!isLive(state) && expiresAt <= this.#parts.moment().now);
  }

  async #owned(jobId: string, bought: readonly string[], path: JobStatusPath | undefined): Promise<JobRow> {
    const job = await this.#job(jobId, path);
    if (!bought.includes(job.purchaseId)) throw new ServiceError('purchase_not_proven');
    return job;
  }

  async #job(jobId: string, path: JobStatusPath = 'jobs'): Promise<JobRow> {
    const { store, routes } = this.#parts;
    const job = await store.find(jobId);
    if (!job || (routes.terms(job.slug)?.statusPath ?? 'jobs') !== path) throw noJob();
    if (!this.#isOver(job)) return job;
    throw new ServiceError('job_expired', {
      extra: {
        jobId,
        state: 'expired',
        endedAs: job.endedState ?? job.state,
        receiptSha256: job.receiptHash,
        expiredAt: new Date(job.expiresAt).toISOString(),
      },
    });
  }
}
