import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { JobItemOutcome } from '../kernel/ports/jobs.ts';
import type { RequestLogEntry } from '../kernel/ports/sources.ts';
import { dayMs } from '../kernel/time.ts';
import type { ItemHold, JobItemRow } from '../store/job-store.ts';
import { closeJob } from './closing.ts';
import { documentOf, withResults } from './documents.ts';
import { LeasedWork, maxAttempts, maxTakes, type WorkEnd, type WorkerParts } from './leased-work.ts';
import { failureOf, stagesTo } from './steps.ts';

/** Also how often jobs are looked for that are due for their automatic retry. */
const beatMs = 15_000;
/** Milliseconds for which a worker that found work polls as often as a busy one. */
const awakeMs = 10_000;

/**
 * Works on jobs until it is stopped: claims a due item under a lease, renews the lease, stores the outcome. Several
 * workers on one store claim different items; an item of a worker that died is free again when its lease ends.
 */
export class JobWorker {
  readonly #parts: Required<WorkerParts>;
  readonly #holder = randomUUID();
  readonly #stopping = new AbortController();
  readonly #leased = new Set<Pick<LeasedWork, 'end'>>();
  #lanes: readonly Promise<void>[] = [];
  #beating: NodeJS.Timeout | undefined;
  #awakeUntil = 0;
  #isPolling = false;

  constructor(parts: WorkerParts) {
    this.#parts = {
      concurrency: 2,
      leaseMs: 30_000,
      renewMs: 10_000,
      busyMs: 500,
      idleMs: 5_000,
      graceMs: 10_000,
      restMs: 2_000,
      sourceRestMs: 35_000,
      automaticRetryMs: 3_600_000,
      failedTermMs: Number.POSITIVE_INFINITY,
      ...parts,
    };
    // every lane listens to it
    setMaxListeners(0, this.#stopping.signal);
  }

  /** Begins. */
  start(): void {
    const { store, moment, routes, bell, log } = this.#parts;
    const silent = (error: unknown) => log.warn({ err: error }, 'the store of jobs does not answer');
    const beat = () => {
      store.beat(this.#holder, moment()).catch(silent);
      store.restartDue(routes.slugs, moment()).then((count) => count > 0 && bell.work(), silent);
    };
    void store.forgetWorkers(dayMs, moment()).catch(silent);
    beat();
    this.#beating = setInterval(beat, beatMs).unref();
    this.#lanes = Array.from({ length: this.#parts.concurrency }, () => this.#lane());
  }

  /** Claims no more items; running work is finished, or released after a while. */
  async stop(): Promise<void> {
    const { store, graceMs } = this.#parts;
    this.#stopping.abort();
    clearInterval(this.#beating);
    const giveBack = setTimeout(() => {
      for (const leased of this.#leased) leased.end('stopping');
    }, graceMs);
    await Promise.all(this.#lanes);
    clearTimeout(giveBack);
    await store.leave(this.#holder).catch(() => undefined);
  }

  /** Of the lanes that rest one polls for work; the others rest until it finds some. */
  async #lane(): Promise<void> {
    const { bell, busyMs, idleMs, log } = this.#parts;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const found = await this.#one().catch((error: unknown) => {
        log.warn({ err: error }, 'the store of jobs does not answer');
        return false;
      });
      if (found) continue;
      const polls = !this.#isPolling;
      if (polls) this.#isPolling = true;
      const pollMs = performance.now() < this.#awakeUntil ? busyMs : idleMs;
      await bell.workOr(polls ? pollMs : undefined, signal);
      if (polls) this.#isPolling = false;
    }
  }

  /** Does one due piece of work; false where none is due. */
  async #one(): Promise<boolean> {
    const { store, routes, moment, leaseMs, bell } = this.#parts;
    const take = { holder: this.#holder, leaseMs, slugs: routes.slugs };
    if (take.slugs.length === 0) return false;
    const item = await store.take(take, moment());
    if (item) {
      this.#awakeUntil = performance.now() + awakeMs;
      bell.work();
      await this.#item(item);
      return true;
    }
    const job = await store.takeEnded(take, moment());
    if (!job) return false;
    this.#awakeUntil = performance.now() + awakeMs;
    const hold = { jobId: job.id, holder: this.#holder };
    await this.#underLease(new LeasedWork(hold, this.#parts), (leased) => closeJob(job, leased, this.#parts));
    bell.changed(job.id);
    return true;
  }

  async #item(row: JobItemRow): Promise<void> {
    const hold = { jobId: row.jobId, position: row.position, holder: this.#holder };
    this.#parts.bell.changed(row.jobId);
    await this.#underLease(new LeasedWork(hold, this.#parts), async (leased) => {
      const queried: RequestLogEntry[] = [];
      try {
        if (row.takes > maxTakes) throw new Error('every process that began it has died');
        await this.#keep(hold, await this.#step(row, leased, queried));
      } catch (error) {
        await this.#ended(row, hold, leased.endedBy, { error, queried });
      }
    });
    this.#parts.bell.changed(row.jobId);
  }

  async #underLease<H extends LeasedWork>(leased: H, work: (leased: H) => Promise<void>): Promise<void> {
    this.#leased.add(leased);
    try {
      await work(leased);
    } finally {
      leased.release();
      this.#leased.delete(leased);
    }
  }

  async #step(row: JobItemRow, leased: LeasedWork, queried: RequestLogEntry[]): Promise<JobItemOutcome> {
    const { store, routes, results, receiptOf } = this.#parts;
    const job = await store.find(row.jobId);
    const terms = job && routes.terms(job.slug);
    if (!terms) throw new Error('the route of the job is not sold any more');
    const rows = terms.sequential ? await store.items(row.jobId) : [row];
    const document = documentOf(job, rows, terms);
    const before = rows.filter(({ position }) => position < row.position);
    const [item] = document.items.filter(({ position }) => position === row.position);
    if (!item) throw new Error('the item of a job is gone');
    leased.within(terms.itemMs);
    const work = {
      ...{ slug: job.slug, document, position: row.position, input: item.input, limitMs: terms.itemMs },
      sale: { purchaseId: job.purchaseId, receipt: await receiptOf(job.purchaseId) },
      signal: leased.signal,
      queried,
      ended: terms.sequential
        ? await withResults({ ...document, items: document.items.slice(0, before.length) }, before, results)
        : [],
      stage: stagesTo(row.jobId, this.#parts),
    };
    return leased.orEnd(routes.step(work));
  }

  async #keep(hold: ItemHold, { state, result, ...stored }: JobItemOutcome): Promise<void> {
    const { store, results, moment } = this.#parts;
    const resultHash = result === undefined ? undefined : await results.keep(hold.jobId, hold.position, result);
    const outcome = JSON.stringify(stored);
    const made = await store.endItem(hold, state, { outcome, resultHash }, moment());
    if (made || resultHash === undefined) return;
    // another process has ended the item or works on it, possibly with the same bytes
    const row = await store.item(hold.jobId, hold.position);
    const isOpen = row?.state === 'waiting' || row?.state === 'running';
    if (!isOpen && row?.resultHash !== resultHash) await results.drop(hold.jobId, hold.position, resultHash);
  }

  /** Retries, releases or fails an item whose step ended without an outcome. */
  async #ended(row: JobItemRow, hold: ItemHold, end: WorkEnd | undefined, attempt: Attempt): Promise<void> {
    const { store, moment, restMs, sourceRestMs, log } = this.#parts;
    if (end === 'lost') return;
    if (end === 'stopping') {
      await store.yieldItem(hold);
      return;
    }
    const failures = attempt.queried.filter(({ outcome }) => outcome !== 'answered');
    const isCounted = failures.length === 0 || failures.some(wasSent);
    const attempts = row.attempts + Number(isCounted);
    const failure = { ...failureOf(attempt.error, attempts), isCounted };
    const about = { job: row.jobId.slice(0, 6), position: row.position, attempts };
    log.warn({ err: attempt.error, ...about }, 'an item of a job failed');
    if (attempts >= maxAttempts || row.takes >= maxTakes) {
      await store.failItem(hold, failure, moment());
      return;
    }
    const firstMs = failures.length > 0 ? sourceRestMs : restMs;
    await store.againItem(hold, failure, firstMs * 4 ** row.attempts, moment());
  }
}

interface Attempt {
  readonly error: unknown;
  readonly queried: readonly RequestLogEntry[];
}

/** False where the source was left alone, since it had failed before or wants a pause: nothing was sent. */
const wasSent = ({ outcome, status }: RequestLogEntry) =>
  outcome !== 'circuit_open' && (outcome !== 'rate_limited' || status !== undefined);
