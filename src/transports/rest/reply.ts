import { once } from 'node:events';
import type { Request, Response } from 'express';
import type { PortReply } from './ports.ts';

const isStream = (body: unknown): body is AsyncIterable<string | Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** Sends the reply of a port; text and bytes unchanged. */
export async function sendReply(req: Request, res: Response, reply: PortReply): Promise<void> {
  res.statusCode = reply.status;
  res.setHeader('Cache-Control', 'no-store');
  setHeaders(res, reply.headers);
  const { body } = reply;
  if (body === undefined) {
    res.end();
    return;
  }
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', 'application/json');
  if (isStream(body)) return sendStream(res, body);
  const bytes = Buffer.from(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
  res.setHeader('Content-Length', bytes.length);
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

async function sendStream(res: Response, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  res.flushHeaders();
  for await (const piece of pieces) {
    if (res.destroyed) return;
    if (!res.write(piece)) await Promise.race([once(res, 'drain'), once(res, 'close')]);
  }
  res.end();
}

/** Sends a value as JSON that no cache may store. Text, not bytes: head and body are then one write. */
export function sendJson(res: Response, value: unknown): void {
  const text = JSON.stringify(value);
  const isHead = res.req.method === 'HEAD';
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Type', 'application/json');
  // Node measures a body that it is given with the head; what may be compressed on its way is not
  if (isHead || res.req.headers['accept-encoding'] !== undefined) {
    res.setHeader('Content-Length', Buffer.byteLength(text));
  }
  res.end(isHead ? undefined : text);
}

/** Headers of a page behind an unguessable address: no shared cache stores it, no search engine lists it. */
export const unlisted = {
  'Cache-Control': 'private, no-cache',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
} as const;

/** Content-Security-Policy of a page without a script that loads nothing. */
export const stillPage =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function setHeaders(res: Response, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}
