import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Log } from '../../kernel/ports/log.ts';
import { type Locals, pathOf } from './problem.ts';

const allowHeaders = [
  'accept',
  'content-type',
  'payment-signature',
  'x-payment',
  'mcp-session-id',
  'mcp-protocol-version',
  'last-event-id',
  'a2a-version',
  'a2a-extensions',
  'x-a2a-extensions',
  'idempotency-key',
  'if-none-match',
  'x-request-id',
  'traceparent',
].join(', ');

const exposeHeaders = [
  'payment-required',
  'payment-response',
  'x-payment-response',
  'mcp-session-id',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'x-request-id',
  'etag',
  'link',
  'a2a-extensions',
  'x-a2a-extensions',
  'x-svc-provider-budget-state',
  'x-svc-provider-budget-reserved',
  'x-svc-provider-budget-reset-at',
].join(', ');

const saneId = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * What every answer carries: its request id, the headers that let web pages of any origin read it (no credentials are
 * ever sent along), and those that keep a browser from taking it for a page. Preflights are answered here; one line is logged.
 */
export function commonHeaders(log: Log): RequestHandler {
  return (req, res, next) => {
    const given = req.headers['x-request-id'];
    const requestId = typeof given === 'string' && saneId.test(given) ? given : randomUUID();
    (res.locals as Locals).requestId = requestId;
    res.setHeader('X-Request-Id', requestId);
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Access-Control-Expose-Headers', exposeHeaders);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    res.setHeader('Referrer-Policy', 'no-referrer');
    if (req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined) {
      res.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, DELETE, OPTIONS');
      res.setHeader('Access-Control-Allow-Headers', allowHeaders);
      res.setHeader('Access-Control-Max-Age', '86400');
      res.writeHead(204).end();
      return;
    }
    const started = performance.now();
    res.once('close', () => {
      const ms = Math.round(performance.now() - started);
      const { method } = req;
      if (res.writableFinished)
        log.info({ requestId, method, path: pathOf(req), status: res.statusCode, ms }, 'request');
      else log.info({ requestId, method, path: pathOf(req), ms }, 'caller went away');
    });
    next();
  };
}
