import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { takesHost, takesOrigin, type WebCallers, webCallers } from '../../config/web-callers.ts';
import { type BodyFault, maxCallBytes, maxMessageBytes, readJson } from '../body.ts';
import { exceededBounds } from '../json-bounds.ts';
import { type RpcError, rpcError } from './json-guard.ts';
import { type McpPorts, refusalOf } from './ports.ts';
import { createMcpServer } from './server.ts';

interface GuardOptions {
  /** Hosts and web pages that are served. Default: this machine's. */
  readonly callers?: WebCallers;
}

/** Answers one HTTP request. */
type NodeHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** Answers one request whose JSON body was read. */
export type MessageHandler = (req: IncomingMessage, res: ServerResponse, body: unknown) => Promise<void>;

/** Most messages in one batch of the 2025-03-26 revision; one request must not become an unmetered flood. */
const maxBatch = 10;

/** HTTP status, code and message of what is wrong with a body. */
const bodyRefusals: Readonly<Record<BodyFault, readonly [status: number, code: number, message: string]>> = {
  media_type: [415, -32000, 'Unsupported media type: send application/json in UTF-8'],
  encoding: [415, -32000, 'Unsupported content encoding: send the body uncompressed'],
  too_large: [413, -32000, `Body too large: at most ${maxMessageBytes} bytes`],
  length_required: [413, -32000, `Body too large: more than ${maxCallBytes} bytes need Content-Length`],
  too_slow: [408, -32000, 'Timeout: the body did not arrive in time'],
  broken_off: [400, -32700, 'Parse error: the body broke off'],
  not_json: [400, -32700, 'Parse error: the body is not valid JSON'],
  too_deep: [400, -32600, `Invalid request: ${exceededBounds.too_deep}`],
  too_many_members: [400, -32600, `Invalid request: ${exceededBounds.too_many_members}`],
};

function answer(res: ServerResponse, status: number, body: RpcError, headers: Record<string, string> = {}): void {
  if (res.headersSent || res.destroyed) return;
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  res.end(JSON.stringify(body));
}

const isWrongBatch = (body: unknown) => Array.isArray(body) && (body.length === 0 || body.length > maxBatch);

/**
 * Puts Host and Origin checks and a bounded, depth-checked JSON body in front of an MCP handler;
 * every refusal, and every fault, is a JSON-RPC error as JSON. The returned handler never rejects.
 */
export function guard(
  serve: MessageHandler,
  options: GuardOptions = {},
  onerror: (error: Error) => void = () => {},
): NodeHandler {
  const callers = options.callers ?? webCallers({});

  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { host, origin } = req.headers;
    if (!takesHost(callers, host)) {
      return answer(res, 403, rpcError(-32000, 'Forbidden: this Host is not served here'));
    }
    if (!takesOrigin(callers, origin, host)) {
      return answer(res, 403, rpcError(-32000, 'Forbidden: this Origin may not call'));
    }
    // the SDK's adapter cannot take every method that HTTP has
    if (req.method !== 'POST') return answer(res, 405, rpcError(-32000, 'Method not allowed'), { allow: 'POST' });
    const read = await readJson(req, { maxBytes: maxMessageBytes });
    if (typeof read === 'string') {
      const [status, code, message] = bodyRefusals[read];
      return answer(res, status, rpcError(code, message), { connection: 'close' });
    }
    if (isWrongBatch(read.value))
      return answer(res, 400, rpcError(-32600, `Invalid request: a batch has 1 to ${maxBatch} messages`));
    return serve(req, res, read.value);
  };

  return async (req, res) => {
    try {
      await handle(req, res);
    } catch (thrown) {
      onerror(thrown instanceof Error ? thrown : new Error(String(thrown)));
      answer(res, 500, rpcError(-32603, 'Internal error'));
    }
  };
}

export type McpHttpOptions = GuardOptions;

/** Answers one HTTP request to the MCP endpoint. */
type McpHttpHandler = NodeHandler & {
  close(): Promise<void>;
};

/**
 * The MCP endpoint over HTTP for both protocol eras, stateless, free of any framework: mount it for every method at
 * `/mcp`, in front of body parsers. Checks Host and Origin, bounds the body, and answers every refusal as JSON.
 * Cross-origin headers are the mounting server's business.
 */
export function createMcpHttpHandler(ports: McpPorts, options: McpHttpOptions = {}): McpHttpHandler {
  const onerror = (error: Error) => ports.refused?.(refusalOf('http', error));
  const handler = createMcpHandler(() => createMcpServer(ports), { onerror });
  const serve = toNodeHandler(handler, { onerror });
  const onfault = (error: Error) => ports.report?.(error, 'http');
  // IncomingMessage spells its optional members with undefined
  const handle = guard((req, res, body) => serve(req as Parameters<typeof serve>[0], res, body), options, onfault);
  return Object.assign(handle, { close: () => handler.close() });
}
