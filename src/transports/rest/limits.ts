import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, type RateLimitInfo, rateLimit, type Store } from 'express-rate-limit';
import { ServiceError } from '../../kernel/errors.ts';
import type { CallCounter } from '../../kernel/ports/shared.ts';
import { onBehalfOf } from '../../pipeline/caller.ts';

/** Reads of prepared documents cost next to nothing: so many of them count as one call. */
const readsPerCall = 10;

const carriesInBody = /^\/(mcp|a2a)\b/;

const nothing = () => undefined;

/** Counts of several processes as express-rate-limit reads them; they run out by themselves. */
const storeOf = (counter: CallCounter): Store => ({
  async increment(key) {
    const { calls, resetsInMs } = await counter.count(key);
    // real time: express-rate-limit counts its window by it
    return { totalHits: calls, resetTime: new Date(Date.now() + resetsInMs) };
  },
  decrement: nothing,
  resetKey: nothing,
});

const windowMs = 60_000;

type Counted = Request & { readonly rateLimit?: RateLimitInfo };

const secondsLeft = ({ resetTime }: RateLimitInfo) =>
  // real time: express-rate-limit counts its window by it
  resetTime === undefined ? windowMs / 1000 : Math.max(0, Math.ceil((resetTime.getTime() - Date.now()) / 1000));

/** The RateLimit headers of draft 8, without a key of the caller's partition: a hash for every call, and nobody needs it. */
function sayLimit(identifier: string, policy: string, { rateLimit: info }: Counted, res: Response): void {
  if (!info || res.headersSent) return;
  res.setHeader('RateLimit-Policy', policy);
  res.setHeader('RateLimit', `"${identifier}"; r=${info.remaining}; t=${secondsLeft(info)}`);
}

/**
 * At most `perMinute` calls a minute and caller, with the RateLimit headers of draft 8; 0 turns it off.
 * @param identifier name of the policy in those headers
 * @param counter what counts for all processes; absent: the memory of this one
 */
function limiter(identifier: string, perMinute: number, counter?: CallCounter): RequestHandler {
  if (perMinute === 0) return (_req, _res, next) => next();
  const policy = `"${identifier}"; q=${perMinute}; w=${windowMs / 1000}`;
  const counted = rateLimit({
    windowMs,
    limit: perMinute,
    standardHeaders: false,
    legacyHeaders: false,
    ...(counter && { store: storeOf(counter) }),
    handler: (req: Counted, _res, next) => {
      const seconds = req.rateLimit === undefined ? windowMs / 1000 : Math.max(1, secondsLeft(req.rateLimit));
      // MCP and A2A carry payments in a body that has not been read yet
      const charged = carriesInBody.test(req.originalUrl) ? ({ charged: 'unknown' } as const) : {};
      next(new ServiceError('rate_limited', { retryAfterSeconds: seconds, ...charged }));
    },
  });
  return (req, res, next) =>
    counted(req, res, (error?: unknown) => {
      sayLimit(identifier, policy, req, res);
      next(error);
    });
}

/** Whatever a request may sell is done on behalf of its sender: an address, of IPv6 the network that one household has. */
export const forItsSender: RequestHandler = (req, _res, next) =>
  onBehalfOf(req.ip === undefined ? 'unknown' : ipKeyGenerator(req.ip), next);

export interface Limits {
  /** For whatever works on a request. */
  readonly calls: RequestHandler;
  /** For documents and terms. */
  readonly reads: RequestHandler;
}

export function createLimits(perMinute: number, counter?: (name: string) => CallCounter): Limits {
  return {
    calls: limiter('calls', perMinute, counter?.('calls')),
    reads: limiter('reads', perMinute * readsPerCall, counter?.('reads')),
  };
}
