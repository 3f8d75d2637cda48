import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { WebCallers } from '../../config/web-callers.ts';
import type { Log } from '../../kernel/ports/log.ts';
import type { Locals } from './problem.ts';
import { reads, refusalOf } from './web-guard.ts';

const allowHeaders = [
  'accept',
  'content-type',
  'payment-signature',
  'x-payment',
  // @x402/fetch sends this header of answers with its payments
  'access-control-expose-headers',
  'mcp-session-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'last-event-id',
  'a2a-version',
  'a2a-extensions',
  'x-a2a-extensions',
  'authorization',
  'sign-in-with-x',
  'idempotency-key',
  'voucher',
  'if-none-match',
  'x-request-id',
  'traceparent',
  'tracestate',
];

/** Headers that repeat an argument of an MCP call; the revision of 2026-07-28 lets a tool name them. */
const argumentHeader = /^mcp-param-[a-z0-9-]{1,60}$/;

/** What a page may send: the fixed list, and the headers of arguments that it asks for. */
function allowedHeaders(req: Request): string {
  const requested = req.headers['access-control-request-headers'] ?? '';
  const names = requested.toLowerCase().split(',').slice(0, 100);
  return [...allowHeaders, ...names.map((name) => name.trim()).filter((name) => argumentHeader.test(name))].join(', ');
}

const exposeHeaders = [
  'payment-required',
  'payment-response',
  'x-payment-response',
  'mcp-session-id',
  'retry-after',
  'www-authenticate',
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
 * What every answer carries: its request id, the headers that let web pages read it (no credentials are ever sent
 * along), and those that keep a browser from rendering it as a page. One line is logged. Preflights are answered here, by
 * the rule of the guard of calls.
 */
export function commonHeaders(log: Log, callers: WebCallers, loggedPath: (path: string) => string): RequestHandler {
  return (req, res, next) => {
    const { method, headers, originalUrl } = req;
    const locals = res.locals as Locals;
    const given = headers['x-request-id'];
    const requestId = typeof given === 'string' && saneId.test(given) ? given : randomUUID();
    const path = (originalUrl.split('?', 1)[0] ?? '/').slice(0, 200);
    const planned = method === 'OPTIONS' ? headers['access-control-request-method'] : undefined;
    const refusal = refusalOf(callers, req, path, planned ?? method);
    locals.requestId = requestId;
    locals.path = path;
    locals.loggedPath = loggedPath(path);
    locals.refusal = refusal;
    res.setHeader('X-Request-Id', requestId);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    res.setHeader('Referrer-Policy', 'no-referrer');
    if (!refusal) {
      res.setHeader('Access-Control-Allow-Origin', '*');
      // a cache may answer a later page with the response to a read; any other response goes to the requesting page alone
      if (headers.origin !== undefined || reads(method)) res.setHeader('Access-Control-Expose-Headers', exposeHeaders);
    }
    if (planned !== undefined) return refusal ? next(refusal) : answerPreflight(req, res);
    const started = performance.now();
    const about = { requestId, method, path: locals.loggedPath };
    res.on('close', () => {
      const whole = res.writableFinished;
      if (!whole) locals.gone?.abort();
      const ms = Math.round(performance.now() - started);
      if (whole) log.info({ ...about, status: res.statusCode, ms }, 'request');
      else log.info({ ...about, ms }, 'caller went away');
    });
    next();
  };
}

function answerPreflight(req: Request, res: Response): void {
  res.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, DELETE, OPTIONS');
  res.setHeader('Access-Control-Allow-Headers', allowedHeaders(req));
  res.setHeader('Access-Control-Max-Age', '86400');
  res.writeHead(204).end();
}
