import type { IncomingMessage } from 'node:http';
import { type ExceededBound, exceededBound } from './json-bounds.ts';

/** Most bytes of a body, where its route publishes no more. */
export const maxCallBytes = 64 * 1024;
/** Most bytes of a message of MCP or A2A, which may carry the call of any route. */
export const maxMessageBytes = 2 * 1024 * 1024;

export type BodyFault =
  | ExceededBound
  | 'media_type'
  | 'encoding'
  | 'too_large'
  | 'too_slow'
  | 'broken_off'
  | 'not_json'
  /** Larger than a call, and without `Content-Length`. */
  | 'length_required';

export interface ReadBody {
  readonly bytes: Buffer;
  readonly value: unknown;
}

/** How much of a body that is too large is read nevertheless, so that its sender reads the answer. */
const drainedBytes = 16 * 1024 * 1024;
const deadlineMs = 30_000;
/** What a body that is larger than a call must reach beyond the deadline. */
const leastBytesPerMs = 64;

const json = /^application\/(?:[\w.-]+\+)?json$/;

function wrongHeader({ headers }: IncomingMessage): BodyFault | undefined {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (!json.test(type.trim())) return 'media_type';
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) return 'media_type';
  return (headers['content-encoding'] ?? 'identity') === 'identity' ? undefined : 'encoding';
}

function bytesOf(req: IncomingMessage, limit: number, withinMs: number): Promise<Buffer | BodyFault> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) parts.push(chunk);
      else parts.length = 0;
      if (size > limit + drainedBytes) end('too_large');
    };
    const complete = () => end(size > limit ? 'too_large' : Buffer.concat(parts));
    const broken = () => end('broken_off');
    const timer = setTimeout(() => end('too_slow'), withinMs);
    function end(read: Buffer | BodyFault): void {
      clearTimeout(timer);
      req.off('data', take).off('end', complete).off('close', broken).off('error', broken);
      resolve(read);
    }
    req.on('data', take).on('end', complete).on('close', broken).on('error', broken);
  });
}

function parsed(bytes: Buffer): ReadBody | BodyFault {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return exceededBound(text) ?? { bytes, value: JSON.parse(text) as unknown };
  } catch {
    return 'not_json';
  }
}

/**
 * Reads the JSON body of a request: uncompressed UTF-8, at most `maxBytes`, at most {@link maxCallBytes} where its length
 * is not announced, within `withinMs` (longer where it is larger than a call), its depth and members bounded before it
 * is parsed. Never rejects.
 */
export async function readJson(
  req: IncomingMessage,
  { maxBytes, withinMs = deadlineMs }: { readonly maxBytes: number; readonly withinMs?: number },
): Promise<ReadBody | BodyFault> {
  const wrong = wrongHeader(req);
  if (wrong) return wrong;
  const length = req.headers['content-length'];
  const limit = length === undefined ? Math.min(maxBytes, maxCallBytes) : maxBytes;
  const extraMs = Math.max(0, Math.min(Number(length ?? 0), maxBytes) - maxCallBytes) / leastBytesPerMs;
  const bytes = await bytesOf(req, limit, withinMs + extraMs);
  if (bytes === 'too_large' && limit < maxBytes) return 'length_required';
  return typeof bytes === 'string' ? bytes : parsed(bytes);
}
