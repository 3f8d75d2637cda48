import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  localhostAllowedHostnames,
  type McpServerFactory,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { readJsonBody } from './http-body.ts';
import { idOf, maxDepth, nestsTooDeep, type RpcError, rpcError } from './json-guard.ts';
import type { McpPorts } from './ports.ts';
import { createMcpServer } from './server.ts';

export interface McpHttpOptions {
  /** Host names under which this server is reached, without port. Default: localhost, 127.0.0.1, [::1]. */
  readonly allowedHosts?: readonly string[];
  /** Host names, or whole origins, of web pages that may call. A request without an Origin header is no web page. Default: the hosts. */
  readonly allowedOrigins?: readonly string[];
  /** Largest body; default 2 MB. */
  readonly maxBodyBytes?: number;
  /** Told of faults and of refused requests. */
  readonly onerror?: (error: Error) => void;
}

/** Answers one HTTP request to the MCP endpoint. `parsedBody` only where a body parser has consumed the stream. */
export interface McpHttpHandler {
  (req: IncomingMessage, res: ServerResponse, parsedBody?: unknown): Promise<void>;
  /** Ends open exchanges and subscriptions. */
  close(): Promise<void>;
}

/** Most messages in one batch of the 2025-03-26 revision; one request must not become an unmetered flood. */
const maxBatch = 10;

const hostNames = (entries: readonly string[]) =>
  entries.map((entry) => (/^https?:\/\/./.test(entry) && !entry.endsWith('/*') ? new URL(entry).hostname : entry));

function answer(res: ServerResponse, status: number, body: RpcError, headers: Record<string, string> = {}): void {
  if (res.headersSent || res.destroyed) return;
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  res.end(JSON.stringify(body));
}

/** {@link createMcpHttpHandler} over any server factory. */
export function createHttpHandler(factory: McpServerFactory, options: McpHttpOptions = {}): McpHttpHandler {
  const hosts = hostNames(options.allowedHosts ?? localhostAllowedHostnames());
  const origins = hostNames(options.allowedOrigins ?? hosts);
  const limit = options.maxBodyBytes ?? 2 * 1024 * 1024;
  const report = options.onerror ? { onerror: options.onerror } : {};
  const handler = createMcpHandler(factory, report);
  const serve = toNodeHandler(handler, report);

  const handle = async (req: IncomingMessage, res: ServerResponse, parsedBody?: unknown): Promise<void> => {
    const host = validateHostHeader(req.headers.host, hosts);
    const origin = validateOriginHeader(req.headers.origin, origins);
    if (!host.ok) return answer(res, 403, rpcError(-32000, 'Forbidden: this Host is not served here'));
    if (!origin.ok) return answer(res, 403, rpcError(-32000, 'Forbidden: this Origin may not call'));
    if (req.method !== 'POST') {
      return answer(res, 405, rpcError(-32000, 'Method not allowed: POST JSON-RPC messages'), { allow: 'POST' });
    }
    let body = parsedBody;
    if (body === undefined) {
      const read = await readJsonBody(req, limit);
      if ('refused' in read) return answer(res, read.refused.status, read.refused.error, { connection: 'close' });
      body = read.value;
    } else if (nestsTooDeep(body)) {
      return answer(res, 400, rpcError(-32600, `Invalid request: nested deeper than ${maxDepth} levels`, idOf(body)));
    }
    if (Array.isArray(body) && (body.length === 0 || body.length > maxBatch)) {
      return answer(res, 400, rpcError(-32600, `Invalid request: a batch has 1 to ${maxBatch} messages`));
    }
    // IncomingMessage spells its optional members with undefined
    await serve(req as Parameters<typeof serve>[0], res, body);
  };
  return Object.assign(handle, { close: () => handler.close() });
}

/**
 * The MCP endpoint over HTTP for both protocol eras, stateless, free of any framework: mount it for every method at
 * `/mcp`, in front of body parsers. Checks Host and Origin, bounds the body, and answers every refusal as JSON.
 * Cross-origin headers are the mounting server's business.
 */
export function createMcpHttpHandler(ports: McpPorts, options: McpHttpOptions = {}): McpHttpHandler {
  return createHttpHandler(() => createMcpServer(ports), {
    onerror: (error) => ports.report?.(error, 'http'),
    ...options,
  });
}
