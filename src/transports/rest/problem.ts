import type { ErrorRequestHandler, Request, Response } from 'express';
import { asServiceError, ServiceError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { paymentOf } from './payment-header.ts';

export interface Locals {
  requestId: string;
  /** Path of the request without its query (queries may hold an address), bounded. */
  path: string;
  /** The same without what a caller may ask about. */
  loggedPath: string;
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

/** Errors of the router as ServiceErrors; everything else as {@link asServiceError}. */
export const asProblem = (thrown: unknown): ServiceError =>
  thrown instanceof URIError ? new ServiceError('not_found') : asServiceError(thrown);

/** The last error handler: every fault as a problem body, faults of this service with their cause into the log. */
export function problemHandler(log: Log): ErrorRequestHandler {
  // Express tells an error handler by its four parameters
  return (thrown, req, res, _next) => {
    const error = asProblem(thrown);
    if (error.status >= 500 && error.code === 'internal_error') {
      log.error(
        { requestId: requestIdOf(res), path: (res.locals as Locals).loggedPath, err: error.cause ?? error },
        'request failed',
      );
    }
    sendProblem(req, res, error);
  };
}
