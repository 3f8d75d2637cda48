import { type ErrorCode, type ErrorEntry, errorCatalog } from './error-catalog.ts';
import { StoreUnavailableError } from './store-fault.ts';

/** One thing wrong with the caller's input. */
export interface Issue {
  /** Path of the field, dotted: `reportPrefs.goal`. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Whether the call was charged: `unknown` where money may have moved and no confirmation has come yet. */
export type Charged = boolean | 'unknown';

export interface ServiceErrorOptions {
  /** One sentence for the caller; never text from a source. */
  readonly detail?: string;
  readonly issues?: readonly Issue[];
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /** Further headers of the answer over HTTP; the body has the same values. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: its thrower knows nothing of money. */
  readonly charged?: Charged;
  readonly cause?: unknown;
}

/** The one error that a transport turns into wire form. Its code comes from the published catalog. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly detail: string;
  readonly issues: readonly Issue[];
  readonly extra: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly charged: Charged | undefined;

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    const detail = options.detail ?? errorCatalog()[code].meaning;
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.detail = detail;
    this.issues = options.issues ?? [];
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
    this.charged = options.charged;
  }

  get entry(): ErrorEntry {
    return errorCatalog()[this.code];
  }

  get status(): number {
    return this.entry.status;
  }

  /** The same error about a call of which more is known than its thrower knew. */
  withCharged(charged: Charged): ServiceError {
    const { code, detail, issues, extra, retryAfterSeconds, headers } = this;
    return new ServiceError(code, {
      detail,
      issues,
      extra,
      headers,
      charged,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      cause: this.cause ?? this,
    });
  }

  /**
   * The same error of a call that carried a payment. Where it is unknown whether it was charged and the same call may
   * yet succeed, an earlier sending of that payment may have been: it is not known.
   */
  ofPayingCall(): ServiceError {
    const resendable = this.entry.retry === 'identical' || this.entry.retry === 'later';
    return this.charged === undefined && resendable ? this.withCharged('unknown') : this;
  }

  /**
   * The published body (RFC 9457 members plus code, charged and what the specification adds). Where it is not known
   * whether the call was charged, only the identical request finds out: `resend` says so.
   */
  toBody(): Record<string, unknown> {
    return {
      type: `urn:place-records:error:${this.code}`,
      title: this.entry.title,
      status: this.status,
      detail: this.detail,
      code: this.code,
      charged: this.charged ?? false,
      ...(this.charged === 'unknown' && { resend: 'identical' }),
      remedy: this.entry.remedy,
      ...(this.issues.length > 0 && { issues: this.issues }),
      ...this.extra,
    };
  }
}

/** Any thrown value as a ServiceError; a store that cannot be used is `not_ready`, a bug becomes `internal_error` and keeps its cause for the log. */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof Error && error.name === 'AbortError') return new ServiceError('cancelled', { cause: error });
  // where a store lies is for the log of the operator
  if (error instanceof StoreUnavailableError)
    return new ServiceError('not_ready', {
      detail:
        'This service cannot use its data folder, so nothing can be stored; calls that need no store are answered.',
      cause: error,
    });
  return new ServiceError('internal_error', { cause: error });
}

/** The error of one argument that a tool itself refuses. */
export const argumentFault = (path: string, code: string, message: string) =>
  new ServiceError('invalid_arguments', { detail: `${path}: ${message}`, issues: [{ path, code, message }] });
