import type { ItemHold, JobHold, JobMoment, JobStore } from '../store/job-store.ts';

/** Why work under a lease was ended: the lease is somebody else's or the job was cancelled, the worker stops, the time is over. */
export type HeldEnd = 'lost' | 'stopping' | 'late';

interface HeldParts {
  readonly store: Pick<JobStore, 'renew'>;
  moment(): JobMoment;
  readonly leaseMs: number;
  readonly renewMs: number;
}

/** What is left to a step after its signal was aborted. */
const afterAbortMs = 2_000;

/** Work under a lease: the lease is kept alive while it goes on, and it is told when it has to end. */
export class Held<Hold extends ItemHold | JobHold = ItemHold | JobHold> {
  readonly hold: Hold;
  readonly #abort = new AbortController();
  readonly #renewing: NodeJS.Timeout;
  #limit: NodeJS.Timeout | undefined;
  #end: HeldEnd | undefined;

  constructor(hold: Hold, { store, moment, leaseMs, renewMs }: HeldParts) {
    this.hold = hold;
    let until = performance.now() + leaseMs;
    let isAsking = false;
    let late = 0;
    this.#renewing = setInterval(async () => {
      const asked = performance.now();
      // a store that does not answer for a while is waited for as long as the lease holds
      if (isAsking) {
        // once alone says that this process stood still: the answer may be here, and be heard next
        late += asked > until ? 1 : 0;
        if (late > 1) this.end('lost');
        return;
      }
      isAsking = true;
      late = 0;
      try {
        if (await store.renew(hold, moment().lease + leaseMs)) until = asked + leaseMs;
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

  get endedBy(): HeldEnd | undefined {
    return this.#end;
  }

  /** Ends the work when so many milliseconds are over. */
  within(limitMs: number): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.end('late'), limitMs);
  }

  end(why: HeldEnd): void {
    if (this.#end) return;
    this.#end = why;
    this.#abort.abort(new Error(`the work was ended: ${why}`));
  }

  /**
   * What the work comes to; where it does not end soon after it was told to, a rejection. What was interrupted rejects
   * too, whatever it says: sources that were not heard out are no finding. Work whose time is over may say what it has.
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
