/**
 * Lets work that costs much begin one at a time, each in a turn of the event loop of its own. Where replies of sources
 * are at hand, all of an answer is computed without a pause; without turns, those that come together would be computed
 * side by side, and what takes a fraction of a millisecond would wait for all of them.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when the turn has come, in the order in which it was asked for. */
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
