import type { Request, RequestHandler } from 'express';
import { type ClientRateLimitInfo, ipKeyGenerator, MemoryStore, type Options } from 'express-rate-limit';
import { ServiceError } from '../../kernel/errors.ts';
import type { CallCounter } from '../../kernel/ports/shared.ts';
import { onBehalfOf } from '../../pipeline/caller.ts';

/** Reads of prepared documents cost next to nothing: so many of them count as one call. */
const readsPerCall = 10;

const carriesInBody = /^\/(mcp|a2a)\b/;

const windowMs = 60_000;

type Count = (key: string) => Promise<ClientRateLimitInfo>;

/** Counts in the memory of this process. */
function ownCount(): Count {
  const store = new MemoryStore();
  store.init({ windowMs } as Options);
  return (key) => store.increment(key);
}

/** Counts that several processes keep together. */
const sharedCount =
  (counter: CallCounter): Count =>
  async (key) => {
    const { calls, resetsInMs } = await counter.count(key);
    // real time: the store of this process counts its window by it
    return { totalHits: calls, resetTime: new Date(Date.now() + resetsInMs) };
  };

const secondsLeft = ({ resetTime }: ClientRateLimitInfo) =>
  // real time: the store of this process counts its window by it
  resetTime === undefined ? windowMs / 1000 : Math.max(0, Math.ceil((resetTime.getTime() - Date.now()) / 1000));

const senderOf = (req: Request): string => {
  // who is behind a proxy is worked out where one says so
  const ip = req.headers['x-forwarded-for'] === undefined ? req.socket.remoteAddress : req.ip;
  if (ip === undefined) return 'unknown';
  return ip.includes(':') ? ipKeyGenerator(ip) : ip;
};

/** MCP and A2A carry payments in a body that has not been read yet. */
const refusalOf = (req: Request, count: ClientRateLimitInfo) =>
  new ServiceError('rate_limited', {
    retryAfterSeconds: Math.max(1, secondsLeft(count)),
    ...(carriesInBody.test(req.originalUrl) && { charged: 'unknown' }),
  });

/**
 * At most `perMinute` calls a minute and caller, with the RateLimit headers of draft 8 (without a key of the caller's
 * partition: a hash for every call that no client reads); 0 turns it off. The counting store is that of
 * express-rate-limit; its middleware, which reads the caller's address several times, costs as much as the routing of a
 * call.
 * @param identifier name of the policy in those headers
 * @param counter what counts for all processes; absent: the memory of this one
 */
function limiter(identifier: string, perMinute: number, counter?: CallCounter): RequestHandler {
  if (perMinute === 0) return (_req, _res, next) => next();
  const policy = `"${identifier}"; q=${perMinute}; w=${windowMs / 1000}`;
  const count = counter ? sharedCount(counter) : ownCount();
  return (req, res, next) => {
    count(senderOf(req)).then((counted) => {
      const { totalHits } = counted;
      if (!res.headersSent) {
        res.setHeader('RateLimit-Policy', policy);
        const remaining = Math.max(perMinute - totalHits, 0);
        res.setHeader('RateLimit', `"${identifier}"; r=${remaining}; t=${secondsLeft(counted)}`);
      }
      next(totalHits > perMinute ? refusalOf(req, counted) : undefined);
    }, next);
  };
}

/** Whatever a request may sell is done on behalf of its sender: an address, of IPv6 the network that one household has. */
export const forItsSender: RequestHandler = (req, _res, next) => onBehalfOf(senderOf(req), next);

export interface Limits {
  /** For requests that do work. */
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
