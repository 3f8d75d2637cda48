import compression from 'compression';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { callSurface } from '../../catalog/views/surface.ts';
import { webCallers } from '../../config/web-callers.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { maxCallBytes } from '../body.ts';
import { a2aRouter } from './a2a.ts';
import { jsonBody, takesJson } from './body.ts';
import { callHandler, feedbackHandler } from './calls.ts';
import { mountDocuments } from './documents.ts';
import { evidenceHandler } from './evidence.ts';
import { commonHeaders } from './headers.ts';
import { jobHandlers } from './jobs.ts';
import { createLimits, type Limits } from './limits.ts';
import { pathLogger } from './logged-path.ts';
import { mount } from './mount.ts';
import { paidHandler } from './paid.ts';
import { proofOf } from './payment-header.ts';
import type { AppPorts, JobsHttpPort, ReportsHttpPort } from './ports.ts';
import { problemHandler } from './problem.ts';
import { purchasesHandlers } from './purchases.ts';
import { sendJson } from './reply.ts';
import { reportHandler, sharingHandler } from './reports.ts';
import { webGuard } from './web-guard.ts';

/** Copies of reports, and what their buyers decide about them. A request that shows a purchase counts as a call. */
function mountReports(app: Express, reports: ReportsHttpPort, limits: Limits): void {
  const limited: RequestHandler = (req, res, next) =>
    (proofOf(req.headers) === undefined ? limits.reads : limits.calls)(req, res, next);
  const read = reportHandler(reports) as unknown as RequestHandler;
  const sharing = (act: 'withdraw' | 'renew') => sharingHandler(reports, act) as unknown as RequestHandler;
  mount(app, '/reports/:file', { GET: [limited, read], DELETE: [limits.calls, sharing('withdraw')] });
  mount(app, '/reports/:file/renew', { POST: [limits.calls, sharing('renew')] });
}

/** Most bytes of a body: what its route publishes, else what every call may have. */
function bodyLimit({ registry }: AppPorts) {
  return ({ params: { slug = '' } }: Request): number => {
    const tool = registry.paidTool(String(slug));
    return (tool && tool.kind !== 'free' && tool.paid.maxBodyBytes) || maxCallBytes;
  };
}

/** Jobs and monitors: the same under two names. */
function mountJobs(app: Express, jobs: JobsHttpPort, limits: Limits, compressed: RequestHandler): void {
  for (const path of ['jobs', 'monitors'] as const) {
    const { view, feed, item, file, cancel, retry } = jobHandlers(jobs, path);
    const read = [limits.reads, compressed];
    if (path === 'monitors') mount(app, `/${path}/:id.atom`, { GET: [...read, feed] });
    mount(app, `/${path}/:id`, { GET: [...read, view], DELETE: [limits.calls, cancel] });
    mount(app, `/${path}/:id/items/:position`, { GET: [...read, item] });
    mount(app, `/${path}/:id/files/:name`, { GET: [limits.reads, file] });
    mount(app, `/${path}/:id/retry`, { POST: [limits.calls, retry] });
  }
}

/** The REST transport: free calls, paid routes, published documents, and the mounts of MCP and A2A. */
export function createRestApp(ports: AppPorts): Express {
  const app = express();
  const limits = createLimits(ports.rateLimitPerMinute, ports.callCounter);
  const callers = ports.callers ?? webCallers({ baseUrl: ports.baseUrl });
  const compress = compression({ filter: (_req, res) => /json|atom/.test(String(res.getHeader('Content-Type'))) });
  const compressed: RequestHandler = (req, res, next) =>
    req.headers['accept-encoding'] === undefined ? next() : compress(req, res, next);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', ports.trustProxy ?? 'loopback');
  app.use(commonHeaders(ports.log, callers, pathLogger(ports.registry)));

  // calls come first: nothing that protocols and documents need is on their way
  const called = [limits.calls, takesJson, compressed, jsonBody()];
  mount(app, callSurface.call.path, { POST: [...called, callHandler(ports)] }, [webGuard]);
  mount(app, callSurface.feedback.path, { POST: [...called, feedbackHandler(ports)] }, [webGuard]);

  // these two refuse in the shape of their protocol
  app.all(callSurface.mcp.path, limits.calls, (req, res) => ports.mcpHandler(req, res));
  if (ports.a2a) app.use('/a2a/v1', a2aRouter(ports, ports.a2a, limits));
  app.use(webGuard);

  const paid = paidHandler(ports) as unknown as RequestHandler;
  mount(app, '/api/:slug', {
    GET: [limits.reads, paid],
    POST: [limits.calls, compressed, jsonBody(bodyLimit(ports)), paid],
  });
  mount(app, callSurface.health.path, {
    GET: [(_req, res) => sendJson(res, { status: 'ok', version: ports.version })],
  });
  mount(app, callSurface.ready.path, {
    GET: [
      async (_req, res) => {
        const { ready, checks } = await ports.ready();
        if (!ready) throw new ServiceError('not_ready', { retryAfterSeconds: 5, extra: { ready, checks } });
        sendJson(res, { ready, checks });
      },
    ],
  });

  mountDocuments(app, ports, limits, compressed);
  if (ports.reports) {
    mountReports(app, ports.reports, limits);
  }

  if (ports.purchases) {
    const { list, body } = purchasesHandlers(ports.purchases);
    mount(app, '/purchases', { GET: [limits.calls, list] });
    mount(app, '/purchases/:id', { GET: [limits.calls, body] });
  }

  if (ports.jobs) mountJobs(app, ports.jobs, limits, compressed);

  if (ports.evidence) {
    const evidence = evidenceHandler(ports.evidence) as unknown as RequestHandler;
    mount(app, '/evidence/:file', { GET: [limits.reads, compressed, evidence] });
  }

  app.use((_req, _res, next) => next(new ServiceError('not_found')));
  app.use(problemHandler(ports.log));
  return app;
}
