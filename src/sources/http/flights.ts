import type { Lost } from './transport.ts';

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  passengers: number;
}

/**
 * One flight per question: callers who ask the same at the same time share the answer.
 * A caller who leaves takes nobody along; the flight ends when the last one has left.
 */
export class Flights<T> {
  readonly #flights = new Map<string, Flight<T | Lost>>();

  /** Joins or starts a flight and waits for it, for the caller's cancellation, or for the deadline. */
  async join(
    key: string,
    signal: AbortSignal,
    patienceMs: number,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | Lost> {
    const flight = this.#flights.get(key) ?? this.#start(key, start);
    flight.passengers += 1;
    let leave = () => {};
    const left = new Promise<Lost>((resolve) => {
      const cancel = () => resolve({ ok: false, kind: 'cancelled', detail: 'cancelled by the caller' });
      const late = () => resolve({ ok: false, kind: 'timeout', detail: 'waited too long' });
      const timer = setTimeout(late, patienceMs);
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
      flight.passengers -= 1;
      if (flight.passengers === 0) {
        if (this.#flights.get(key) === flight) this.#flights.delete(key);
        flight.controller.abort();
      }
    }
  }

  /** Ends all flights. */
  abort(): void {
    for (const flight of this.#flights.values()) flight.controller.abort();
    this.#flights.clear();
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T | Lost> {
    const controller = new AbortController();
    const flight: Flight<T | Lost> = { result: start(controller.signal), controller, passengers: 0 };
    this.#flights.set(key, flight);
    const land = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    flight.result.then(land, land);
    return flight;
  }
}
