import type { Log } from '../kernel/ports/log.ts';
import type { ItemHold, JobHold, JobMoment } from '../store/job-store.ts';
import type { JobStore } from '../store/sql-jobs.ts';
import type { Bell } from './bell.ts';
import type { JobResults } from './results.ts';
import type { JobRoutes } from './routes.ts';

/** Why work under a lease ended: another process has the lease or the job was cancelled, the worker stops, the time is over. */
export type WorkEnd = 'lost' | 'stopping' | 'late';

export interface WorkerParts {
  readonly store: JobStore;
  readonly routes: JobRoutes;
  readonly results: JobResults;
  readonly bell: Bell;
  readonly log: Log;
  moment(): JobMoment;
  /** The sale of a purchase, of which the work may need the receipt. */
  receiptOf(purchaseId: string): Promise<Readonly<Record<string, unknown>>>;
  /** Items at once in this process; default 2. */
  readonly concurrency?: number;
  /** Milliseconds; defaults 30 s and 10 s. */
  readonly leaseMs?: number;
  readonly renewMs?: number;
  /** Milliseconds between two polls for work: while there is work, and otherwise; defaults 500 ms and 5 s. */
  readonly busyMs?: number;
  readonly idleMs?: number;
  /** Milliseconds for which a stopping worker waits for running work before it releases it; default 10 s. */
  readonly graceMs?: number;
  /** Milliseconds that an item rests after its first failed attempt; default 2 s. */
  readonly restMs?: number;
  /**
   * The same where a source failed, and what a buyer waits before a retry: longer than a source that failed is left alone;
   * default 35 s.
   */
  readonly sourceRestMs?: number;
  /** Milliseconds after which what failed is tried once more without its buyer; default an hour. */
  readonly automaticRetryMs?: number;
  /** Longest time for which a failed job can be begun again; default: that of its route. */
  readonly failedTermMs?: number;
}

/** Attempts of an item and of the last step of a job. */
export const maxAttempts = 3;
/** How often an item is started whose attempts never end because the process dies. */
export const maxTakes = 10;
/** Milliseconds for a step to end after its signal was aborted. */
const afterAbortMs = 2_000;

type LeaseParts = Pick<Required<WorkerParts>, 'moment' | 'leaseMs' | 'renewMs'> & {
  readonly store: Pick<JobStore, 'renew'>;
};

/** Work under a lease, which is renewed while the work runs; its signal is aborted when it must end. */
export class LeasedWork<Hold extends ItemHold | JobHold = ItemHold | JobHold> {
  readonly hold: Hold;
  readonly #abort = new AbortController();
  readonly #renewing: NodeJS.Timeout;
  #limit: NodeJS.Timeout | undefined;
  #end: WorkEnd | undefined;

  constructor(hold: Hold, { store, moment, leaseMs, renewMs }: LeaseParts) {
    this.hold = hold;
    let until = performance.now() + leaseMs;
    let isAsking = false;
    let late = 0;
    this.#renewing = setInterval(async () => {
      const sentAt = performance.now();
      // a store that does not answer has until the end of the lease
      if (isAsking) {
        // one late tick only shows that this process was blocked: the reply may have arrived and be read next
        late += sentAt > until ? 1 : 0;
        if (late > 1) this.end('lost');
        return;
      }
      isAsking = true;
      late = 0;
      try {
        if (await store.renew(hold, leaseMs, moment())) until = sentAt + leaseMs;
        else this.end('lost');
      } catch {
        if (performance.now() > until) this.end('lost');
      }
      isAsking = false;
    }, renewMs);
    this.#renewing.unref();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get endedBy(): WorkEnd | undefined {
    return this.#end;
  }

  /** Ends the work after `limitMs`. */
  within(limitMs: number): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.end('late'), limitMs);
  }

  end(why: WorkEnd): void {
    if (this.#end) return;
    this.#end = why;
    this.#abort.abort(new Error(`the work was ended: ${why}`));
  }

  /**
   * The result of the work. Rejects where the work does not end soon after its signal was aborted, and where it was stopped
   * or lost its lease, since its sources were cut off. Work that ran out of time may return a partial result.
   */
  async orEnd<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const { signal } = this;
    const ended = new Promise<never>((_, reject) => {
      const later = () => {
        timer = setTimeout(() => reject(signal.reason), afterAbortMs);
      };
      if (signal.aborted) later();
      else signal.addEventListener('abort', later, { once: true });
    });
    ended.catch(() => undefined);
    try {
      const outcome = await Promise.race([work, ended]);
      if (this.#end === 'stopping' || this.#end === 'lost') throw signal.reason;
      return outcome;
    } finally {
      clearTimeout(timer);
    }
  }

  release(): void {
    clearInterval(this.#renewing);
    clearTimeout(this.#limit);
  }
}
