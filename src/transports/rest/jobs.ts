import type { Request, RequestHandler, Response } from 'express';
import { sha256 } from '../../kernel/canonical.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { JobReading, JobStatusPath } from '../../kernel/ports/jobs.ts';
import { goneSignal } from './body.ts';
import { proofOf } from './payment-header.ts';
import type { JobsHttpPort } from './ports.ts';
import { matches } from './published.ts';
import { setHeaders, stillPage, unlisted } from './reply.ts';

const json = 'application/json; charset=utf-8';
const idPattern = /^[a-z2-7]{26}$/;
const maxWaitSeconds = 20;

const filePolicy = `${stillPage}; sandbox`;

function idOf({ params }: Request): string {
  const { id } = params as { id?: string };
  if (id === undefined || !idPattern.test(id))
    throw new ServiceError('not_found', { detail: 'There is no job at this address.' });
  return id;
}

/** Revision and body: what a route adds may follow from the time as well. */
const etagOf = (revision: number, text: string) => `"${revision}-${sha256(text).slice(0, 8)}"`;

interface Body {
  readonly content: string | Uint8Array;
  readonly mediaType?: string;
  /** Absent: a hash of the content. */
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function send(req: Request, res: Response, { content, mediaType = json, etag, headers = {} }: Body): void {
  const tag = etag ?? `"${sha256(content).slice(0, 32)}"`;
  setHeaders(res, { ...unlisted, ETag: tag });
  if (matches(req.headers['if-none-match'], tag)) return void res.writeHead(304).end();
  setHeaders(res, { ...headers, 'Content-Type': mediaType });
  res.setHeader('Content-Length', Buffer.byteLength(content));
  res.end(req.method === 'HEAD' ? undefined : Buffer.from(content));
}

function sendReading(req: Request, res: Response, { document, working }: JobReading): void {
  const text = JSON.stringify(document);
  if (working && document.pollAfterSeconds !== undefined) res.setHeader('Retry-After', document.pollAfterSeconds);
  send(req, res, { content: text, etag: etagOf(document.revision, text) });
}

/** Seconds that the caller wants to wait for a change; more than is granted counts as what is granted. */
function waitOf({ query }: Request): number {
  const { wait } = query;
  if (wait === undefined) return 0;
  if (typeof wait === 'string' && /^\d{1,4}$/.test(wait)) return Math.min(Number(wait), maxWaitSeconds);
  const message = `must be a whole number of seconds, at most ${maxWaitSeconds}`;
  throw new ServiceError('invalid_arguments', {
    detail: `wait ${message}.`,
    issues: [{ path: 'wait', code: 'invalid_type', message }],
  });
}

/** `GET` and `DELETE /jobs/<id>`, its feed, items and files, and `POST /jobs/<id>/retry`; the same below `/monitors`. */
export function jobHandlers(
  jobs: JobsHttpPort,
  path: JobStatusPath,
): Readonly<Record<'view' | 'feed' | 'item' | 'file' | 'cancel' | 'retry', RequestHandler>> {
  return {
    async view(req, res) {
      const id = idOf(req);
      const waitSeconds = waitOf(req);
      const now = await jobs.view(id, path);
      const seen = req.headers['if-none-match'];
      const isNews = seen !== undefined && !matches(seen, etagOf(now.document.revision, JSON.stringify(now.document)));
      if (waitSeconds === 0 || !now.working || isNews) return sendReading(req, res, now);
      await jobs.changed(id, now.document.revision, waitSeconds * 1000, goneSignal(res));
      sendReading(req, res, await jobs.view(id, path));
    },
    async feed(req, res) {
      const content = await jobs.feed(idOf(req), path);
      send(req, res, { content, mediaType: 'application/atom+xml; charset=utf-8' });
    },
    async item(req, res) {
      const { position = '' } = req.params as { position?: string };
      const item = await jobs.item(idOf(req), /^\d{1,6}$/.test(position) ? Number(position) : 0, path);
      send(req, res, { content: JSON.stringify(item) });
    },
    async file(req, res) {
      const { name = '' } = req.params as { name?: string };
      const { bytes, mediaType } = await jobs.file(idOf(req), name, path);
      send(req, res, {
        content: bytes,
        mediaType,
        headers: { 'Content-Security-Policy': filePolicy, 'Content-Disposition': `inline; filename="${name}"` },
      });
    },
    async cancel(req, res) {
      sendReading(req, res, await jobs.cancel(idOf(req), path, proofOf(req.headers)));
    },
    async retry(req, res) {
      sendReading(req, res, await jobs.retry(idOf(req), path, proofOf(req.headers)));
    },
  };
}
