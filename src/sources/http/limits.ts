import type { HostLimits } from './host-limiter.ts';

export interface ClientLimits extends HostLimits {
  /** For connecting alone, looking up the name included. */
  readonly connectTimeoutMs: number;
  /** The same, while the network itself seems to be away. */
  readonly degradedConnectTimeoutMs: number;
  /** For one request of a card that says nothing else. */
  readonly timeoutMs: number;
  /** Ceiling over what cards and questions ask for. */
  readonly maxTimeoutMs: number;
  readonly maxBytes: number;
  readonly retries: number;
  /** How long a reply that no reader accepted is used again. */
  readonly unacceptedMs: number;
}

/** What holds where neither a card nor a question says otherwise. */
export const defaultLimits: ClientLimits = {
  connectTimeoutMs: 3000,
  degradedConnectTimeoutMs: 800,
  timeoutMs: 8000,
  maxTimeoutMs: 60_000,
  maxBytes: 8_000_000,
  retries: 1,
  unacceptedMs: 60_000,
  retryDelayMs: 250,
  maxRetryAfterSeconds: 2,
  halfOpenAfterMs: 30_000,
  rateSecondMs: 1000,
};
