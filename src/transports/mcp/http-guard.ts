import type { IncomingMessage, ServerResponse } from 'node:http';
import { takesHost, takesOrigin, type WebCallers, webCallers } from '../../config/web-callers.ts';
import { maxDepth, nestsTooDeep } from '../nesting.ts';
import { idOf, parseMessage, type RpcError, rpcError } from './json-guard.ts';

export interface GuardOptions {
  /** Hosts and web pages that are served. Default: this machine's. */
  readonly callers?: WebCallers;
  /** Largest body; default 2 MB. */
  readonly maxBodyBytes?: number;
}

/** Answers one HTTP request. `body` is the parsed JSON; of a POST that passed the guard it is always given. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse, body?: unknown) => Promise<void>;

/** Most messages in one batch of the 2025-03-26 revision; one request must not become an unmetered flood. */
const maxBatch = 10;

interface RefusedBody {
  readonly status: 400 | 413 | 415;
  readonly error: RpcError;
}

/** How much of a body that is too large is still read, so that the sender gets to see the answer. */
const drainFactor = 8;

async function readText(req: IncomingMessage, limit: number): Promise<string | 'too_large' | 'broken_off'> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit * drainFactor) return 'too_large';
      if (size <= limit) parts.push(chunk);
      else parts.length = 0;
    }
  } catch {
    return 'broken_off';
  }
  return size > limit ? 'too_large' : Buffer.concat(parts).toString('utf8');
}

/**
 * Reads and parses the JSON body of a POST.
 * @param limit most bytes
 */
async function readJsonBody(
  req: IncomingMessage,
  limit: number,
): Promise<{ value: unknown } | { refused: RefusedBody }> {
  const refuse = (status: RefusedBody['status'], code: number, message: string) => ({
    refused: { status, error: rpcError(code, message) },
  });
  const mediaType = (req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') return refuse(415, -32000, 'Unsupported media type: send application/json');
  const encoding = req.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return refuse(415, -32000, 'Unsupported content encoding: send the body uncompressed');
  const text = await readText(req, limit);
  if (text === 'too_large') return refuse(413, -32000, `Body too large: at most ${limit} bytes`);
  if (text === 'broken_off') return refuse(400, -32700, 'Parse error: the body broke off');
  const parsed = parseMessage(text);
  return 'value' in parsed ? parsed : { refused: { status: 400, error: parsed.refused } };
}

function answer(res: ServerResponse, status: number, body: RpcError, headers: Record<string, string> = {}): void {
  if (res.headersSent || res.destroyed) return;
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  res.end(JSON.stringify(body));
}

function refusalOf(body: unknown): RpcError | undefined {
  if (nestsTooDeep(body)) {
    return rpcError(-32600, `Invalid request: nested deeper than ${maxDepth} levels`, idOf(body));
  }
  if (Array.isArray(body) && (body.length === 0 || body.length > maxBatch)) {
    return rpcError(-32600, `Invalid request: a batch has 1 to ${maxBatch} messages`);
  }
  return undefined;
}

/**
 * Puts Host and Origin checks and a bounded, depth-checked JSON body in front of an MCP handler;
 * every refusal, and every fault, is a JSON-RPC error as JSON. The returned handler never rejects.
 */
export function guard(
  serve: NodeHandler,
  options: GuardOptions = {},
  onerror: (error: Error) => void = () => {},
): NodeHandler {
  const callers = options.callers ?? webCallers({});
  const limit = options.maxBodyBytes ?? 2 * 1024 * 1024;

  const handle: NodeHandler = async (req, res, parsedBody) => {
    const { host, origin } = req.headers;
    if (!takesHost(callers, host)) {
      return answer(res, 403, rpcError(-32000, 'Forbidden: this Host is not served here'));
    }
    if (!takesOrigin(callers, origin, host)) {
      return answer(res, 403, rpcError(-32000, 'Forbidden: this Origin may not call'));
    }
    // the SDK's adapter cannot take every method that HTTP has
    if (req.method !== 'POST') return answer(res, 405, rpcError(-32000, 'Method not allowed'), { allow: 'POST' });
    let body = parsedBody;
    if (body === undefined) {
      const read = await readJsonBody(req, limit);
      if ('refused' in read) return answer(res, read.refused.status, read.refused.error, { connection: 'close' });
      body = read.value;
    }
    const refusal = refusalOf(body);
    if (refusal) return answer(res, 400, refusal);
    return serve(req, res, body);
  };

  return async (req, res, parsedBody) => {
    try {
      await handle(req, res, parsedBody);
    } catch (thrown) {
      onerror(thrown instanceof Error ? thrown : new Error(String(thrown)));
      answer(res, 500, rpcError(-32603, 'Internal error'));
    }
  };
}
