import type { Log } from '../kernel/ports/log.ts';
import type { Facilitator, Supported } from './facilitator.ts';

const freshMs = 30_000;
const usableMs = 120_000;
const pauseMs = 3_000;

export interface SupportedCache {
  get(): Promise<Supported | undefined>;
  /** A call to the facilitator failed: the next challenge queries whether it still serves. */
  invalidate(): void;
}

/**
 * What the facilitator serves right now. A facilitator that does not answer serves nothing, and nothing is offered.
 * Known answers are renewed beside the calls; a call waits only where nothing usable is known.
 */
export function supportedCache(facilitator: Facilitator, log: Log, now: () => number): SupportedCache {
  let known: Supported | undefined;
  let knownAt = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  async function ask(): Promise<void> {
    const answer = await facilitator.supported();
    if ('kind' in answer) {
      failedAt = now();
      known = undefined;
      log.warn({ why: answer.why }, 'facilitator does not answer; paid routes are not offered');
    } else {
      known = answer;
      knownAt = now();
    }
    asking = undefined;
  }
  return {
    async get() {
      const age = now() - knownAt;
      if (known && age < freshMs) return known;
      if (now() - failedAt >= pauseMs) asking ??= ask();
      if (known && age < usableMs) return known;
      await asking;
      return known && now() - knownAt < usableMs ? known : undefined;
    },
    invalidate() {
      knownAt = Math.min(knownAt, now() - freshMs);
    },
  };
}
