import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { takesHost, type WebCallers } from '../config/web-callers.ts';
import { trackConnections } from './connections.ts';

const graceMs = 1_000;

/** What is served: a text, and its media type. */
interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

/**
 * Serves the metrics on a separate address, so that they are never published with the service, to requests whose `Host`
 * names this server. Rejects where the port cannot be had.
 */
export async function serveMetrics(
  metrics: MetricsText,
  { port, host, callers }: { readonly port: number; readonly host: string; readonly callers: WebCallers },
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (!takesHost(callers, request.headers.host)) return void response.writeHead(403).end();
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD'))
      return void response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  const connections = trackConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: listens } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listens}/metrics`,
    stop: () => connections.stop(graceMs),
  };
}
