import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { ServiceError } from '../../kernel/errors.ts';
import { onBehalfOf } from '../../pipeline/caller.ts';

/** Reads of prepared documents cost next to nothing: so many of them count as one call. */
const readsPerCall = 10;

const carriesInBody = /^\/(mcp|a2a)\b/;

/**
 * At most `perMinute` calls a minute and caller, with the RateLimit headers of draft 8; 0 turns it off.
 * @param identifier name of the policy in those headers
 */
function limiter(identifier: string, perMinute: number): RequestHandler {
  if (perMinute === 0) return (_req, _res, next) => next();
  return rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    identifier,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: (req, _res, next) => {
      const reset = (req as Request & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime?.getTime();
      // real time: express-rate-limit counts its window by it
      const seconds = reset === undefined ? 60 : Math.max(1, Math.ceil((reset - Date.now()) / 1000));
      // MCP and A2A carry payments in a body that has not been read yet
      const charged = carriesInBody.test(req.originalUrl) ? ({ charged: 'unknown' } as const) : {};
      next(new ServiceError('rate_limited', { retryAfterSeconds: seconds, ...charged }));
    },
  });
}

/** Whatever a request leads to is done on behalf of its sender: an address, of IPv6 the network that one household has. */
export const forItsSender: RequestHandler = (req, _res, next) =>
  onBehalfOf(req.ip === undefined ? 'unknown' : ipKeyGenerator(req.ip), next);

export interface Limits {
  /** For whatever works on a request. */
  readonly calls: RequestHandler;
  /** For documents and terms. */
  readonly reads: RequestHandler;
}

export function createLimits(perMinute: number): Limits {
  return { calls: limiter('calls', perMinute), reads: limiter('reads', perMinute * readsPerCall) };
}
