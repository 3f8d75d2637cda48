import type { Deadline } from '../bounded.ts';
import type { RequestBudget } from '../request-budget.ts';
import type { SourceCard } from '../source-card.ts';

export interface SourceRequest {
  readonly url: string | URL;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** A POST that only asks (a query too long for an address) may be retried and cached; say so. */
  readonly idempotent?: boolean;
  readonly body?: string;
  readonly as?: 'json' | 'text' | 'bytes';
  /** Overrides the card's own freshness. 0 asks the source again. */
  readonly ttlSeconds?: number | undefined;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Statuses besides 2xx that are an answer and not a failure (404 for "no such record"). */
  readonly answerStatuses?: readonly number[];
  /** Says what is wrong with a 2xx body that is an error in disguise; its text is logged, never published. */
  readonly detectError?: (body: unknown) => string | undefined;
}

export const failureKinds = [
  'unreachable',
  /** Not queried: its host is, or resolves to, an address of a private network. */
  'private_address',
  'timeout',
  'http_error',
  'rate_limited',
  'refused',
  /** The source does not accept the key that is configured, or any key of that kind. */
  'key_refused',
  'moved',
  'not_json',
  'error_in_body',
  'truncated',
  'empty_body',
  'too_large',
  'wrong_shape',
  'needs_key',
  'circuit_open',
  'cancelled',
  'out_of_time',
  /** Not queried: its card says that it does not reach the place. */
  'not_reached',
  /** Not queried: the requests that the call may send are spent. */
  'not_asked',
] as const;

export type FailureKind = (typeof failureKinds)[number];

/** What came back. A failure is a value: the source, the kind, and one publishable sentence (no text of the source). */
export type SourceReply =
  | {
      readonly ok: true;
      readonly status: number;
      /** Parsed JSON, text, or bytes, as requested. */
      readonly body: unknown;
      /** Address as it may be shown: no key in it. */
      readonly url: string;
      readonly fetchedAt: string;
      readonly lastModified?: string;
      /** The answer comes from a fake upstream, not from the source; every citation must say so. */
      readonly synthetic: boolean;
      /** SHA-256 of the bytes that the source sent. */
      readonly bodyHash: string;
    }
  | {
      readonly ok: false;
      readonly kind: FailureKind;
      readonly reason: string;
      readonly status?: number;
      readonly url: string;
      readonly at: string;
    };

/** One query of a source, for the ledger of queries. */
export interface RequestLogEntry {
  readonly cardId: string;
  /** Name of the card. */
  readonly source: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** What was posted, without keys. */
  readonly body?: string;
  readonly at: string;
  readonly outcome: 'answered' | FailureKind;
  readonly status?: number;
  readonly bodyHash?: string;
}

/** Under what terms a call asks sources, besides its time. */
export interface AskingTerms {
  /** Requests that the call may send; as many as it needs where absent. */
  readonly budget?: RequestBudget;
  /**
   * An offer that is based on the replies of this call: a call with the same offer gets the same replies during its life,
   * and the source is not queried twice.
   */
  readonly offer?: SourceOffer;
}

/** @see AskingTerms.offer */
export interface SourceOffer {
  /** The offered operation and its arguments; no other operation gets the replies that were stored for it. */
  readonly id: string;
  readonly lifeMs: number;
}

export interface SourceCall {
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** Hears of every request that was sent. */
  readonly onRequest?: (entry: RequestLogEntry) => void;
  /** Ceiling over each request, in milliseconds. */
  readonly ceilingMs?: number;
  /** When all requests have to be over. */
  readonly deadline?: Deadline;
  readonly terms?: AskingTerms | undefined;
}

export interface SourceAccess {
  /** Asks one source one question under the limits of its card. Never throws for a fault of the source. */
  fetch(card: SourceCard, request: SourceRequest): Promise<SourceReply>;
  hasKey(card: SourceCard): boolean;
  /**
   * The body of a reply is what was agreed with the source. Only then is the reply cached for its whole time; one that
   * is not accepted is dropped within a minute.
   */
  accept(reply: SourceReply): void;
  /** What a source sent in this call is not what was agreed: none of it stays in the cache, even where it was accepted before. */
  refuse(card: SourceCard): void;
  /** Counts values of a source that broke the rules of their field and were left out. */
  leftOut(card: SourceCard, values: readonly { readonly field: string; readonly why: string }[]): void;
}

/** `incomplete`: answers with far fewer rows than it had; `out_of_date`: its newest date is older than its rhythm allows. */
export const healthVerdicts = [
  'answers',
  'moved',
  'shape_changed',
  'incomplete',
  'out_of_date',
  'refuses',
  'needs_key',
  'unreachable',
  'unknown',
] as const;

/** What the doctor, the sentinel and the traffic know about a source. */
export interface SourceHealth {
  readonly cardId: string;
  readonly verdict: (typeof healthVerdicts)[number];
  readonly checkedAt: string | undefined;
  readonly reason?: string;
  /** Since when it is so, where the nightly rounds know it; ISO time. */
  readonly since?: string;
}

export interface HealthPort {
  of(cardId: string): SourceHealth;
  all(): readonly SourceHealth[];
}
