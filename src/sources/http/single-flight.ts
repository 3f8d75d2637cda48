import type { FetchFailure } from './transport.ts';

interface SharedRequest<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiters: number;
}

/** How long a caller waits, and what has happened then. */
export interface Patience {
  readonly waitMs: number;
  readonly late: 'timeout' | 'out_of_time';
}

/**
 * One flight per question: callers who ask the same at the same time share the answer.
 * A caller who leaves takes no one along; the flight ends when the last one has left.
 */
export class SingleFlight<T> {
  readonly #requests = new Map<string, SharedRequest<T | FetchFailure>>();

  /** Joins or starts a flight and waits for it, for the caller's cancellation, or as long as is said; late is of the kind given. */
  async join(
    key: string,
    signal: AbortSignal,
    { waitMs, late: kind }: Patience,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | FetchFailure> {
    const flight = this.#requests.get(key) ?? this.#start(key, start);
    flight.waiters += 1;
    let leave = () => {};
    const left = new Promise<FetchFailure>((resolve) => {
      const cancel = () => resolve({ ok: false, kind: 'cancelled', detail: 'cancelled by the caller' });
      const late = () => resolve({ ok: false, kind, detail: 'waited too long' });
      const timer = setTimeout(late, waitMs);
      signal.addEventListener('abort', cancel, { once: true });
      leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
      };
      if (signal.aborted) cancel();
    });
    try {
      return await Promise.race([flight.result, left]);
    } finally {
      leave();
      flight.waiters -= 1;
      if (flight.waiters === 0) {
        if (this.#requests.get(key) === flight) this.#requests.delete(key);
        flight.controller.abort();
      }
    }
  }

  abort(): void {
    for (const flight of this.#requests.values()) flight.controller.abort();
    this.#requests.clear();
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): SharedRequest<T | FetchFailure> {
    const controller = new AbortController();
    const flight: SharedRequest<T | FetchFailure> = { result: start(controller.signal), controller, waiters: 0 };
    this.#requests.set(key, flight);
    const toOutcome = () => {
      if (this.#requests.get(key) === flight) this.#requests.delete(key);
    };
    flight.result.then(toOutcome, toOutcome);
    return flight;
  }
}
