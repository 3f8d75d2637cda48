import type { IncomingMessage } from 'node:http';
import { parseMessage, type RpcError, rpcError } from './json-guard.ts';

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
export async function readJsonBody(
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
