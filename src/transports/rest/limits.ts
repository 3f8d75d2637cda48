import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { ServiceError } from '../../kernel/errors.ts';
import type { CallCount, CallCounter } from '../../kernel/ports/shared.ts';
import { OwnCounter, onBehalfOf } from '../../pipeline/caller.ts';
import { bearerOf } from '../../pipeline/proof.ts';
import { maxCallBytes } from '../body.ts';

/** Reads of prepared documents cost next to nothing: so many of them count as one call. */
const readsPerCall = 10;

const carriesInBody = /^\/(mcp|a2a)\b/;

const windowSeconds = 60;

const secondsLeft = ({ resetsInMs }: CallCount) => Math.max(0, Math.ceil(resetsInMs / 1000));

const senderOf = (req: Request): string => {
  // who is behind a proxy is worked out where one says so
  const ip = req.headers['x-forwarded-for'] === undefined ? req.socket.remoteAddress : req.ip;
  if (ip === undefined) return 'unknown';
  return ip.includes(':') ? ipKeyGenerator(ip) : ip;
};

const addedByProxies = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];
const loopback = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/;
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** A program of this machine: the connection and the name that it calls are loopback, and no proxy passed the request on. */
const isOfThisMachine = ({ socket, headers }: Request): boolean =>
  loopback.test(socket.remoteAddress ?? '') &&
  loopbackHost.test(headers.host ?? '') &&
  addedByProxies.every((name) => headers[name] === undefined);

/** MCP and A2A carry payments in a body that has not been read yet. */
const refusalOf = (req: Request, count: CallCount) =>
  new ServiceError('rate_limited', {
    retryAfterSeconds: Math.max(1, secondsLeft(count)),
    ...(carriesInBody.test(req.originalUrl) && { charged: 'unknown' }),
  });

/** A body that is larger than a call counts as the calls that it could have been. */
const callsIn = ({ headers }: Request): number =>
  Math.max(1, Math.ceil(Number(headers['content-length'] ?? 0) / maxCallBytes) || 1);

/**
 * At most `perMinute` calls a minute and caller, with the RateLimit headers of draft 8 (without a key of the caller's
 * partition: a hash for every call that no client reads); 0 turns it off. What follows runs on behalf of the caller.
 * Programs of this machine are not limited and have no caller.
 * @param identifier name of the policy in those headers
 * @param counter what counts for all processes; absent: the memory of this one
 */
function limiter(identifier: string, perMinute: number, counter: CallCounter = new OwnCounter()): RequestHandler {
  const policy = `"${identifier}"; q=${perMinute}; w=${windowSeconds}`;
  return (req, res, next) => {
    if (isOfThisMachine(req)) return next();
    const address = senderOf(req);
    const caller = { address, claim: bearerOf(req.headers.authorization) };
    if (perMinute === 0) return onBehalfOf(caller, next);
    const weight = callsIn(req);
    counter.count(address, weight).then((counted) => {
      const { calls } = counted;
      if (!res.headersSent) {
        res.setHeader('RateLimit-Policy', policy);
        const remaining = Math.max(perMinute - calls, 0);
        res.setHeader('RateLimit', `"${identifier}"; r=${remaining}; t=${secondsLeft(counted)}`);
      }
      if (calls > perMinute) return next(refusalOf(req, counted));
      onBehalfOf({ ...caller, giveBack: () => counter.giveBack(address, weight) }, next);
    }, next);
  };
}

export type Limits = ReturnType<typeof createLimits>;

export function createLimits(perMinute: number, counter?: (name: string) => CallCounter) {
  return {
    calls: limiter('calls', perMinute, counter?.('calls')),
    reads: limiter('reads', perMinute * readsPerCall, counter?.('reads')),
  };
}
