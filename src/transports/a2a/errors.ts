import { asServiceError } from '../../kernel/errors.ts';

/** Errors of the protocol: HTTP status, gRPC status name and JSON-RPC code of each reason. */
const reasons = {
  TASK_NOT_FOUND: [404, 'NOT_FOUND', -32001],
  TASK_NOT_CANCELABLE: [400, 'FAILED_PRECONDITION', -32002],
  PUSH_NOTIFICATION_NOT_SUPPORTED: [400, 'UNIMPLEMENTED', -32003],
  UNSUPPORTED_OPERATION: [400, 'UNIMPLEMENTED', -32004],
  VERSION_NOT_SUPPORTED: [400, 'UNIMPLEMENTED', -32009],
  INVALID_REQUEST: [400, 'INVALID_ARGUMENT', -32602],
  METHOD_NOT_FOUND: [404, 'NOT_FOUND', -32601],
  METHOD_NOT_ALLOWED: [405, 'UNIMPLEMENTED', -32601],
  INTERNAL: [500, 'INTERNAL', -32603],
  NOT_READY: [503, 'UNAVAILABLE', -32603],
} as const;

/** The ErrorInfo of google.rpc. */
export const errorInfo = (reason: string, metadata: Readonly<Record<string, string>>): object => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'a2a-protocol.org',
  metadata,
});

/** An error of the HTTP binding: a google.rpc.Status in its JSON form. */
export const errorBody = (code: number, status: string, message: string, details: readonly object[]): object => ({
  error: { code, status, message, details },
});

export type A2aReason = keyof typeof reasons;

export interface Violation {
  readonly field: string;
  readonly description: string;
}

export class A2aError extends Error {
  override readonly name = 'A2aError';
  readonly reason: A2aReason;
  readonly violations: readonly Violation[];
  readonly headers: Readonly<Record<string, string>>;
  readonly #charged: 'false' | 'unknown';

  constructor(
    reason: A2aReason,
    message: string,
    more: {
      violations?: readonly Violation[];
      headers?: Readonly<Record<string, string>>;
      /** `unknown` for a fault of this service in a call that carried a payment. */
      charged?: 'unknown';
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.#charged = more.charged ?? 'false';
    this.reason = reason;
    this.violations = more.violations ?? [];
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return reasons[this.reason][0];
  }

  get rpcCode(): number {
    return reasons[this.reason][2];
  }

  get details(): object[] {
    const info = errorInfo(this.reason, { charged: this.#charged });
    if (this.violations.length === 0) return [info];
    return [info, { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: this.violations }];
  }

  toBody(): object {
    return errorBody(this.status, reasons[this.reason][1], this.message, this.details);
  }
}

/** A fault of one field of the request. */
export const invalid = (field: string, message: string, description = message): A2aError =>
  new A2aError('INVALID_REQUEST', message, { violations: [{ field, description }] });

/** An error of a call that carried a payment: after a fault of this service its outcome is not known. */
export function ofPayingCall(thrown: unknown): A2aError {
  if (!(thrown instanceof A2aError))
    return new A2aError('INTERNAL', asServiceError(thrown).detail, { charged: 'unknown', cause: thrown });
  const { reason, message, status, headers, cause } = thrown;
  return status < 500 ? thrown : new A2aError(reason, message, { headers, charged: 'unknown', cause });
}
