import {
  type BulkheadPolicy,
  BulkheadRejectedError,
  bulkhead,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhenResult,
  type IRetryBackoffContext,
  retry,
  TaskCancelledError,
} from 'cockatiel';
import pThrottle from 'p-throttle';
import type { SharedSourceLimits, TurnTaken } from '../../kernel/ports/shared.ts';
import type { RequestBudget } from '../../kernel/request-budget.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { FetchFailure, SourceResponse } from './transport.ts';

type Result = SourceResponse | FetchFailure;

export interface HostLimits {
  /** How long a host that failed is left alone. */
  readonly halfOpenAfterMs: number;
  /** Pause before the first repetition; doubled and jittered after that. */
  readonly retryDelayMs: number;
  /** A longer wait that a source asks for is not waited for. */
  readonly maxRetryAfterSeconds: number;
  /** Length of the second in which a card counts its rate; a test against fake upstreams takes a shorter one. */
  readonly rateSecondMs: number;
}

interface Attempt {
  readonly card: SourceCard;
  readonly host: string;
  readonly retries: number;
  /** For one request of it. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What the caller may send; a repetition that it does not give is left undone. */
  readonly budget?: RequestBudget | undefined;
  send(): Promise<Result>;
}

/** Requests at a time to one source, and to a host (or an organization on it) whatever it serves. */
const sourceConcurrency = 4;
const hostConcurrency = 12;
const queueLength = 200;
/** Hosts of ArcGIS Online serve thousands of organizations, each with limits of its own; the path begins with its id. */
const sharedHost = /^services\d*\.arcgis\.com$/;
/** Consecutive timeouts or server errors of one source after which it is left alone. */
const failureThreshold = 4;

const isUnreachable = (result: unknown) => {
  const reply = result as Result;
  return !reply.ok && reply.kind === 'unreachable';
};
const isFailing = (result: unknown) => {
  const reply = result as Result;
  return reply.ok ? reply.status >= 500 : reply.kind === 'timeout';
};
const isTrying = (breaker: CircuitBreakerPolicy) => breaker.state === CircuitState.HalfOpen;

interface Source {
  readonly slots: BulkheadPolicy;
  readonly steady: CircuitBreakerPolicy;
}

interface Host {
  readonly slots: BulkheadPolicy;
  readonly reach: CircuitBreakerPolicy;
  /** A reading of performance.now(). */
  pausedUntil: number;
  throttle: (() => Promise<void>) | undefined;
  rate: Rate | undefined;
}

/** At most `requests` in `perMs`. */
interface Rate {
  readonly requests: number;
  readonly perMs: number;
}

/** From the end of a request's time to when its slots are taken for free: redirects, and clocks that run apart. */
const holdMarginMs = 5000;
const alone: TurnTaken = { kind: 'alone' };

/**
 * Whose limits a request counts for: its host's, on a host that many organizations share the organization's. ArcGIS Online
 * counts each organization's requests by themselves (at least 10,000 request units a minute).
 */
export function limitedBy({ host, pathname }: Pick<URL, 'host' | 'pathname'>): string {
  const [, organization = ''] = sharedHost.test(host) ? pathname.split('/') : [];
  return organization === '' ? host : `${host}/${organization}`;
}

/**
 * Keeps hosts apart: each has its own slots, its own rate and its own circuit, so that one that hangs
 * delays no other. Sources that share a host have slots and a circuit of their own inside it. Where limits are shared,
 * slots, rates and the pauses that a source asks for hold for all processes together; a circuit stays each one's own, for
 * what one process cannot reach another may.
 */
export class HostLimiter {
  readonly #limits: HostLimits;
  readonly #hosts = new Map<string, Host>();
  readonly #sources = new Map<string, Source>();
  readonly #shared: SharedSourceLimits | undefined;

  constructor(limits: HostLimits, shared?: SharedSourceLimits) {
    this.#limits = limits;
    this.#shared = shared;
  }

  /** Asks under the host's limits. Never throws for a fault of the source. */
  async run(attempt: Attempt): Promise<Result> {
    const host = this.#host(attempt.host, attempt.card);
    const source = this.#source(`${attempt.host} ${attempt.card.id}`, attempt.card);
    try {
      return await source.slots.execute(
        () => host.slots.execute(() => this.#guarded(attempt, host, source.steady), attempt.signal),
        attempt.signal,
      );
    } catch (error) {
      if (error instanceof BulkheadRejectedError) return failure('rate_limited', 'too many questions are waiting');
      if (error instanceof TaskCancelledError || attempt.signal.aborted)
        return failure('cancelled', 'cancelled in line');
      throw error;
    }
  }

  async #guarded(attempt: Attempt, host: Host, steady: CircuitBreakerPolicy): Promise<Result> {
    if (attempt.signal.aborted) return failure('cancelled', 'cancelled in line');
    if (host.pausedUntil > performance.now()) return failure('rate_limited', 'the source asked to wait');
    // while one test call is under way the others do not wait for it
    if (isTrying(host.reach) || isTrying(steady)) return failure('circuit_open', 'circuit is being tried');
    const { budget } = attempt;
    if (budget?.take() === false) return failure('not_asked', 'the requests of the call are spent');
    try {
      return await host.reach.execute(() => steady.execute(() => this.#repeated(attempt, host)));
    } catch (error) {
      if (!(error as { isBrokenCircuitError?: boolean }).isBrokenCircuitError) throw error;
      budget?.giveBack();
      return failure('circuit_open', 'circuit is open');
    }
  }

  #repeated(attempt: Attempt, host: Host): Promise<Result> {
    const { maxRetryAfterSeconds: longestWaitSeconds, retryDelayMs } = this.#limits;
    const worthwhile = (value: unknown) => {
      const result = value as Result;
      if (!result.ok) return result.transient === true && !attempt.signal.aborted;
      if (result.status === 429) return (result.retryAfter ?? Number.POSITIVE_INFINITY) <= longestWaitSeconds;
      return [408, 500, 502, 503, 504].includes(result.status) && (result.retryAfter ?? 0) <= longestWaitSeconds;
    };
    const policy = retry(handleWhenResult(worthwhile), {
      maxAttempts: attempt.retries,
      backoff: new DelegateBackoff(({ attempt: count, result }: IRetryBackoffContext<unknown>) => {
        const reply = 'value' in result ? (result.value as Result) : undefined;
        const queried = reply?.ok ? (reply.retryAfter ?? 0) * 1000 : 0;
        return Math.max(queried, retryDelayMs * 2 ** (count - 1) * (0.5 + Math.random()));
      }),
    });
    let last: Result | undefined;
    return policy.execute(async () => {
      if (last && attempt.budget?.takeSpare() === false) return last;
      const result = await this.#sent(attempt, host);
      if (
        result.ok &&
        (result.status === 429 || result.status === 503) &&
        (result.retryAfter ?? 0) > longestWaitSeconds
      ) {
        const ms = Math.min(result.retryAfter ?? 0, 120) * 1000;
        host.pausedUntil = performance.now() + ms;
        this.#shared?.pause(attempt.host, ms);
      }
      last = result;
      return result;
    });
  }

  /** Sends once, when it is this request's turn here and among all processes. */
  async #sent(attempt: Attempt, host: Host): Promise<Result> {
    await host.throttle?.();
    const turn = await this.#turn(attempt, host);
    if (turn.kind === 'paused') return failure('rate_limited', 'the source asked another process to wait');
    try {
      return attempt.signal.aborted ? failure('cancelled', 'cancelled') : await attempt.send();
    } finally {
      if (turn.kind === 'go') turn.release();
    }
  }

  async #turn({ host, card, timeoutMs, signal }: Attempt, { rate }: Host): Promise<TurnTaken> {
    if (!this.#shared || signal.aborted) return alone;
    return this.#shared.take({
      ...{ host, source: card.id, rate, signal },
      hostSlots: hostConcurrency,
      sourceSlots: card.http?.concurrency ?? sourceConcurrency,
      holdMs: timeoutMs + holdMarginMs,
    });
  }

  #host(name: string, card: SourceCard): Host {
    let host = this.#hosts.get(name);
    if (!host) {
      host = {
        slots: bulkhead(hostConcurrency, queueLength),
        reach: circuitBreaker(handleWhenResult(isUnreachable), {
          halfOpenAfter: this.#limits.halfOpenAfterMs,
          breaker: new ConsecutiveBreaker(1),
        }),
        pausedUntil: 0,
        throttle: undefined,
        rate: undefined,
      };
      this.#hosts.set(name, host);
    }
    if (!host.rate && card.http?.perSecond !== undefined) {
      host.rate = rateOf(card.http.perSecond, this.#limits.rateSecondMs);
      host.throttle = throttleOf(host.rate);
    }
    return host;
  }

  #source(key: string, card: SourceCard): Source {
    let source = this.#sources.get(key);
    if (!source) {
      source = {
        slots: bulkhead(card.http?.concurrency ?? sourceConcurrency, queueLength),
        steady: circuitBreaker(handleWhenResult(isFailing), {
          halfOpenAfter: this.#limits.halfOpenAfterMs,
          breaker: new ConsecutiveBreaker(failureThreshold),
        }),
      };
      this.#sources.set(key, source);
    }
    return source;
  }
}

function rateOf(perSecond: number, secondMs: number): Rate {
  const requests = Math.max(1, Math.floor(perSecond));
  return { requests, perMs: Math.ceil((requests / perSecond) * secondMs) };
}

const throttleOf = ({ requests, perMs }: Rate): (() => Promise<void>) =>
  pThrottle({ limit: requests, interval: perMs })(async () => {});

function failure(kind: FetchFailure['kind'], detail: string): FetchFailure {
  return { ok: false, kind, detail };
}
