import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { readSampleReport, readViewFile } from '../../catalog/view-files.ts';
import { renderDocument } from '../../catalog/views/documents.ts';
import { type FrontPageParts, frontPage } from '../../catalog/views/front-page.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Published } from './published.ts';
import { stillPage } from './reply.ts';

const hashed = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What the page may do: its own style and script, and calls to this service. */
function policyOf({ style, script }: FrontPageParts): string {
  return [
    "default-src 'none'",
    `style-src ${hashed(style)}`,
    'font-src data:',
    'img-src data:',
    ...(script === undefined ? [] : [`script-src ${hashed(script)}`, "connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** `GET /`: a page for people, the list of entry points for programs. The files of the page are read at its first request. */
export function frontHandler(published: Published): RequestHandler {
  let cached: { readonly parts: FrontPageParts; readonly policy: string } | undefined;
  const page = () => {
    if (cached) return cached;
    const parts = {
      style: readViewFile('explorer.css') ?? '',
      script: readViewFile('explorer.js'),
      sample: readSampleReport() !== undefined,
    };
    cached = { parts, policy: policyOf(parts) };
    return cached;
  };
  return async (req, res) => {
    res.vary('Accept');
    if (req.accepts(['json', 'html']) !== 'html')
      return void (await published.send(req, res, 'api', (pub) => renderDocument('api', pub)));
    const { parts, policy } = page();
    res.setHeader('Content-Security-Policy', policy);
    await published.send(req, res, 'front', (pub) => ({
      mediaType: 'text/html; charset=utf-8',
      body: frontPage(pub, parts),
    }));
  };
}

/** `GET /sample`: the page of a report over synthetic sources, which says so at its head. */
export function sampleHandler(published: Published): RequestHandler {
  return async (req, res, next) => {
    res.setHeader('Content-Security-Policy', stillPage);
    res.setHeader('X-Robots-Tag', 'noindex, nofollow');
    const sent = await published.send(req, res, 'sample', () => {
      const body = readSampleReport();
      return body === undefined ? undefined : { mediaType: 'text/html; charset=utf-8', body };
    });
    if (!sent) next(new ServiceError('not_found', { detail: 'This copy of the service carries no sample report.' }));
  };
}
