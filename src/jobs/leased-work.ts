import type { ItemHold, JobHold, JobMoment } from '../store/job-store.ts';
import type { JobStore } from '../store/sql-jobs.ts';

/** Why work under a lease ended: another process has the lease or the job was cancelled, the worker stops, the time is over. */
export type WorkEnd = 'lost' | 'stopping' | 'late';

interface LeasedWorkParts {
  readonly store: Pick<JobStore, 'renew'>;
  moment(): JobMoment;
  readonly leaseMs: number;
  readonly renewMs: number;
}

/** Milliseconds for a step to end after its signal was aborted. */
const afterAbortMs = 2_000;

/** Work under a lease, which is renewed while the work runs; its signal is aborted when it must end. */
export class LeasedWork<Hold extends ItemHold | JobHold = ItemHold | JobHold> {
  readonly hold: Hold;
  readonly #abort = new AbortController();
  readonly #renewing: NodeJS.Timeout;
  #limit: NodeJS.Timeout | undefined;
  #end: WorkEnd | undefined;

  constructor(hold: Hold, { store, moment, leaseMs, renewMs }: LeasedWorkParts) {
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
