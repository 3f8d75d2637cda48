import type { Server } from 'node:http';
import type { Telemetry } from '../kernel/ports/telemetry.ts';

const exact: ReadonlySet<string> = new Set(['/tools/call', '/tools/list', '/feedback', '/mcp', '/health', '/ready']);
const below: Readonly<Record<string, string>> = {
  reports: '/reports/:file',
  evidence: '/evidence/:file',
  a2a: '/a2a/v1',
  mcp: '/mcp',
  tools: '/tools',
  openapi: '/openapi',
  '.well-known': '/.well-known',
};

/** The route of a path as a label; the number of labels is bounded for any requests. */
export function routeOf(path: string, isSold: (slug: string) => boolean): string {
  if (exact.has(path)) return path;
  const [, first = '', second = ''] = path.split('/');
  if (first === 'api') return isSold(second) ? `/api/${second}` : '/api/:slug';
  return Object.hasOwn(below, first) ? (below[first] ?? 'other') : 'other';
}

/** Counts each answer of a server by route and status; one whose caller disconnected has the status 499. */
export function measureRequests(server: Server, telemetry: Telemetry, isSold: (slug: string) => boolean): void {
  const known: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE']);
  server.on('request', (request, response) => {
    const began = performance.now();
    response.once('close', () => {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      telemetry.request({
        route: routeOf(path, isSold),
        method: known.has(request.method ?? '') ? (request.method ?? '') : 'other',
        status: response.writableFinished ? response.statusCode : 499,
        ms: performance.now() - began,
      });
    });
  });
}
