import type { ErrorRequestHandler, Request, Response } from 'express';
import type { ErrorCode } from '../../kernel/error-catalog.ts';
import { asServiceError, ServiceError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { paymentOf } from './payment-header.ts';

export const maxBodyBytes = 2 * 1024 * 1024;

export interface Locals {
  requestId: string;
  /** Path of the request without its query (queries may hold an address), bounded. */
  path: string;
  /** Why the request is refused, by its Host and Origin. */
  refusal: ServiceError | undefined;
  /** Aborted when the caller goes away before the answer is complete; made at its first use. */
  gone?: AbortController;
}

export const requestIdOf = (res: Response): string => (res.locals as Locals).requestId;

/** Sends an error body (RFC 9457). `charged` is false in it only where that is known. */
export function sendProblem(req: Request, res: Response, thrown: ServiceError): void {
  const error = paymentOf(req.headers) === undefined ? thrown : thrown.ofPayingCall();
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', Math.ceil(retryAfterSeconds));
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Type', 'application/problem+json');
  for (const name of ['ETag', 'Content-Encoding', 'Content-Length']) res.removeHeader(name);
  const body = JSON.stringify({
    ...(error.code === 'unknown_tool' && { catalog: '/mcp/catalog?q=<words>' }),
    ...error.toBody(),
    instance: (res.locals as Locals).path,
    requestId: requestIdOf(res),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds: Math.ceil(retryAfterSeconds) }),
  });
  res.writeHead(error.status);
  res.end(req.method === 'HEAD' ? undefined : body);
}

const ofStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_body',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

const details: Partial<Record<ErrorCode, string>> = {
  invalid_body: 'The body is not readable JSON: send one JSON object.',
};

const tooLarge = (limit: unknown) => `The body passes ${typeof limit === 'number' ? limit : maxBodyBytes} bytes.`;

/** Errors of the body parser and of the router as ServiceErrors; everything else as {@link asServiceError}. */
export function asProblem(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof URIError) return new ServiceError('not_found');
  const { status, type, limit } = (thrown ?? {}) as { status?: unknown; type?: unknown; limit?: unknown };
  if (type === 'request.aborted') return new ServiceError('cancelled', { cause: thrown });
  const code = typeof status === 'number' ? ofStatus[status] : undefined;
  if (!code) return asServiceError(thrown);
  const detail = code === 'payload_too_large' ? tooLarge(limit) : details[code];
  return new ServiceError(code, { cause: thrown, ...(detail && { detail }) });
}

/** The last error handler: every fault as a problem body, faults of this service with their cause into the log. */
export function problemHandler(log: Log): ErrorRequestHandler {
  // Express tells an error handler by its four parameters
  return (thrown, req, res, _next) => {
    const error = asProblem(thrown);
    if (error.status >= 500 && error.code === 'internal_error') {
      log.error(
        { requestId: requestIdOf(res), path: (res.locals as Locals).path, err: error.cause ?? error },
        'request failed',
      );
    }
    sendProblem(req, res, error);
  };
}
