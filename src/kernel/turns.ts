// not the global one: a test that stops the clock would strand whatever waits
import { setImmediate } from 'node:timers';

/**
 * Lets work that costs much go on one piece at a time, each in a turn of the event loop of its own. Where replies of
 * sources are at hand, all of an answer would be computed without a pause, and what takes a fraction of a millisecond
 * would wait for all answers that came with it.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when the turn has come, in the order of the calls. */
  take(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.();
    // a new turn: requests and replies that came meanwhile are read before it
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}

/** Those of this process: it has one event loop. */
export const turns = new Turns();
