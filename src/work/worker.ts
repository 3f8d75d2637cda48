import { randomUUID } from 'node:crypto';
import type { Log } from '../kernel/ports/log.ts';
import type { DutyLeases } from '../store/duty-leases.ts';

/** Recurring work that one process at a time does, of all that share the store of its lease. */
export interface Duty {
  readonly name: string;
  readonly everyMs: number;
  readonly leases: DutyLeases;
  /** Does it once; ends soon after `signal` is aborted. */
  run(signal: AbortSignal): Promise<unknown>;
}

export interface WorkerOptions {
  readonly duties: readonly Duty[];
  readonly log: Log;
  readonly now: () => number;
  /** Milliseconds between two polls for due duties. */
  readonly lookMs?: number;
  /** Milliseconds after which another process may take over the duty of one that died. */
  readonly leaseMs?: number;
}

export interface Worker {
  /** Starts nothing more; running work is signaled, awaited, and released. */
  stop(): Promise<void>;
}

/** A duty that failed is due again after this time, or when it would have been anyway. */
const againMs = 60_000;

class Looking {
  readonly #duty: Duty;
  readonly #options: Required<Omit<WorkerOptions, 'duties'>>;
  readonly #holder = randomUUID();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(duty: Duty, options: Required<Omit<WorkerOptions, 'duties'>>) {
    this.#duty = duty;
    this.#options = options;
    this.#later(Math.random() * options.lookMs);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#look()
        .catch((error: unknown) =>
          this.#options.log.warn({ err: error, duty: this.#duty.name }, 'the store of duties does not answer'),
        )
        .then(() => {
          if (!this.#stopping.signal.aborted) this.#later(this.#options.lookMs * (0.8 + 0.4 * Math.random()));
        });
    }, ms);
  }

  async #look(): Promise<void> {
    const { name, everyMs, leases } = this.#duty;
    const { now, leaseMs, log } = this.#options;
    const began = now();
    if (!(await leases.take(name, this.#holder, began, leaseMs))) return;
    const lost = new AbortController();
    const renewing = setInterval(() => {
      leases.renew(name, this.#holder, now(), leaseMs).then(
        (still) => still || lost.abort(),
        () => undefined,
      );
    }, leaseMs / 3);
    let restMs = 0;
    try {
      await this.#duty.run(AbortSignal.any([this.#stopping.signal, lost.signal]));
      const ms = now() - began;
      restMs = everyMs - ms;
      log.info({ duty: name, ms }, 'duty done');
    } catch (error) {
      restMs = Math.min(everyMs, againMs);
      log.warn({ err: error, duty: name }, 'duty failed');
    } finally {
      clearInterval(renewing);
    }
    // an interrupted duty is due at once
    await leases.done(name, this.#holder, now(), this.#stopping.signal.aborted ? 0 : restMs);
  }
}

/** Polls for due duties until it is stopped. */
export function startWorker({ duties, lookMs = 5000, leaseMs = 60_000, ...options }: WorkerOptions): Worker {
  const looking = duties.map((duty) => new Looking(duty, { ...options, lookMs, leaseMs }));
  return {
    async stop() {
      await Promise.all(looking.map((one) => one.stop()));
    },
  };
}
