import type { Log } from '../kernel/ports/log.ts';
import type { Facilitator, Supported } from './facilitator.ts';

const freshMs = 30_000;
const usableMs = 120_000;
const pauseMs = 3_000;

/**
 * What the facilitator serves right now. A facilitator that does not answer serves nothing, and nothing is offered.
 * Known answers are renewed beside the calls; a call waits only where nothing usable is known.
 */
export class SupportedCache {
  readonly #facilitator: Facilitator;
  readonly #log: Log;
  readonly #now: () => number;
  #known: Supported | undefined;
  #knownAt = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor(facilitator: Facilitator, log: Log, now: () => number) {
    this.#facilitator = facilitator;
    this.#log = log;
    this.#now = now;
  }

  async get(): Promise<Supported | undefined> {
    const age = this.#now() - this.#knownAt;
    if (this.#known && age < freshMs) return this.#known;
    if (this.#now() - this.#failedAt >= pauseMs) this.#asking ??= this.#ask();
    if (this.#known && age < usableMs) return this.#known;
    await this.#asking;
    return this.#known && this.#now() - this.#knownAt < usableMs ? this.#known : undefined;
  }

  /** A call to the facilitator failed: the next challenge asks whether it still serves. */
  invalidate(): void {
    this.#knownAt = Math.min(this.#knownAt, this.#now() - freshMs);
  }

  async #ask(): Promise<void> {
    const answer = await this.#facilitator.supported();
    if ('kind' in answer) {
      this.#failedAt = this.#now();
      this.#known = undefined;
      this.#log.warn({ why: answer.why }, 'facilitator does not answer; paid routes are not offered');
    } else {
      this.#known = answer;
      this.#knownAt = this.#now();
    }
    this.#asking = undefined;
  }
}
