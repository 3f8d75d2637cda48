import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { documentPaths, type RenderedDocument, renderDocument, renderManifest } from '../../catalog/views/documents.ts';
import { startTools } from '../../catalog/views/recommended.ts';
import { statusDocument } from '../../catalog/views/status.ts';
import { callSurface, documentSurface } from '../../catalog/views/surface.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { a2aRouter } from './a2a.ts';
import { jsonBody, takesJson } from './body.ts';
import { callHandler, feedbackHandler } from './calls.ts';
import { mcpCatalogHandler, toolsListHandler } from './catalog.ts';
import { evidenceHandler } from './evidence.ts';
import { commonHeaders } from './headers.ts';
import { createLimits, forItsSender, type Limits } from './limits.ts';
import { paidHandler } from './paid.ts';
import { paymentOf } from './payment-header.ts';
import type { AppPorts, ReportsHttpPort, RestPorts } from './ports.ts';
import { problemHandler } from './problem.ts';
import { Published, sendDocument } from './published.ts';
import { sendJson } from './reply.ts';
import { reportHandler, sharingHandler } from './reports.ts';

type Handlers = readonly RequestHandler[];
type Methods = Readonly<Partial<Record<'GET' | 'POST' | 'DELETE', Handlers>>>;

/** One path with its methods; other methods are refused with the list of these, OPTIONS gives that list. */
function mount(app: Express, path: string, methods: Methods): void {
  const allow = [
    ...(methods.GET ? ['GET', 'HEAD'] : []),
    ...(methods.POST ? ['POST'] : []),
    ...(methods.DELETE ? ['DELETE'] : []),
    'OPTIONS',
  ].join(', ');
  const route = app.route(path);
  if (methods.GET) route.get(...methods.GET);
  if (methods.POST) route.post(...methods.POST);
  if (methods.DELETE) route.delete(...methods.DELETE);
  route.all((req, res) => {
    res.setHeader('Allow', allow);
    if (req.method !== 'OPTIONS') throw new ServiceError('method_not_allowed', { extra: { allow } });
    res.writeHead(204).end();
  });
}

/** Copies of reports, and what their buyers decide about them. Whatever reads a payment counts as a call. */
function mountReports(app: Express, reports: ReportsHttpPort, limits: Limits): void {
  const limited: RequestHandler = (req, res, next) =>
    (paymentOf(req.headers) === undefined ? limits.reads : limits.calls)(req, res, next);
  const read = reportHandler(reports) as unknown as RequestHandler;
  const sharing = (act: 'withdraw' | 'renew') => sharingHandler(reports, act) as unknown as RequestHandler;
  mount(app, '/reports/:file', { GET: [limited, read], DELETE: [limits.calls, sharing('withdraw')] });
  mount(app, '/reports/:file/renew', { POST: [limits.calls, sharing('renew')] });
}

/** Published documents that are other ones when what they tell of changes: keys that sign, the state of the sources. */
function changingDocuments(ports: RestPorts): readonly (readonly [string, () => Promise<RenderedDocument>])[] {
  const { signingKeys, status } = callSurface;
  const keys = async () => (await ports.signingKeys?.()) ?? { keys: [] };
  const state = async () => statusDocument(ports.version, ports.cards, (await ports.sourceFindings?.()) ?? []);
  return [
    [signingKeys.path, async () => ({ mediaType: signingKeys.mediaType, body: JSON.stringify(await keys()) })],
    [status.path, async () => ({ mediaType: status.mediaType, body: JSON.stringify(await state()) })],
  ];
}

/** The REST transport: free calls, paid routes, published documents, and the mounts of MCP and A2A. Never answers a page. */
export function createRestApp(ports: AppPorts): Express {
  const app = express();
  const limits = createLimits(ports.rateLimitPerMinute, ports.callCounter);
  const published = new Published(ports);
  const compress = compression({ filter: (_req, res) => /json/.test(String(res.getHeader('Content-Type'))) });
  const compressed: RequestHandler = (req, res, next) =>
    req.headers['accept-encoding'] === undefined ? next() : compress(req, res, next);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', ports.trustProxy ?? 'loopback');
  app.use(commonHeaders(ports.log));
  app.use(forItsSender);

  // calls come first: nothing that documents need is on their way
  const called = [limits.calls, takesJson, compressed, jsonBody];
  mount(app, callSurface.call.path, { POST: [...called, callHandler(ports)] });
  mount(app, callSurface.feedback.path, { POST: [...called, feedbackHandler(ports, startTools.report)] });
  const paid = paidHandler(ports) as unknown as RequestHandler;
  mount(app, '/api/:slug', { GET: [limits.reads, paid], POST: [limits.calls, compressed, jsonBody, paid] });
  app.all(callSurface.mcp.path, limits.calls, (req, res) => ports.mcpHandler(req, res));
  if (ports.a2a) app.use('/a2a/v1', a2aRouter(ports, ports.a2a, limits));

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

  for (const [path, body] of changingDocuments(ports)) {
    const send: RequestHandler = async (req, res) => sendDocument(req, res, await body());
    mount(app, path, { GET: [limits.reads, send] });
  }

  const { toolsList, apiCatalog } = documentSurface;
  mount(app, toolsList.path, { GET: [limits.reads, toolsListHandler(ports, published)] });
  mount(app, callSurface.mcpCatalog.path, { GET: [limits.calls, compressed, mcpCatalogHandler(ports, published)] });
  for (const { path, name } of documentPaths({ a2a: ports.a2a !== undefined })) {
    if (path === toolsList.path) continue;
    const send: RequestHandler = async (req, res) => {
      if (path === apiCatalog.path) res.setHeader('Link', `<${ports.address.url}${path}>; rel="api-catalog"`);
      await published.send(req, res, name, (pub) => renderDocument(name, pub));
    };
    mount(app, path, { GET: [limits.reads, send] });
  }
  mount(app, '/.well-known/ai-tool/:file', {
    GET: [
      limits.reads,
      async (req, res, next) => {
        const slug = /^(svc-[a-z0-9-]{1,80})\.json$/.exec(String(req.params.file))?.[1];
        const sent = slug && (await published.send(req, res, `manifest:${slug}`, (pub) => renderManifest(slug, pub)));
        if (!sent) next(new ServiceError('not_found', { detail: 'There is no manifest of that name.' }));
      },
    ],
  });

  if (ports.reports) {
    mountReports(app, ports.reports, limits);
  }

  if (ports.evidence) {
    const evidence = evidenceHandler(ports.evidence) as unknown as RequestHandler;
    mount(app, '/evidence/:file', { GET: [limits.reads, compressed, evidence] });
  }

  app.use((_req, _res, next) => next(new ServiceError('not_found')));
  app.use(problemHandler(ports.log));
  return app;
}
