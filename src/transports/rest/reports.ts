import type { RequestHandler } from 'express';
import { ServiceError } from '../../kernel/errors.ts';
import type { ReportsHttpPort } from './ports.ts';

const named = /^([0-9a-f]{32})(?:\.(html|json|pdf|svg|bundle\.json))?$/;

/** A copy carries no script and asks nobody for anything; it may be kept, and is kept out of search engines. */
const headers = {
  'Cache-Control': 'private, max-age=86400, immutable',
  'Content-Security-Policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
};

/** `GET /reports/<id>` and its forms `.html`, `.json`, `.pdf`, `.svg`, `.bundle.json`. */
export function reportHandler(reports: ReportsHttpPort): RequestHandler<{ file: string }> {
  return async (req, res, next) => {
    const [, id, ending = 'html'] = named.exec(req.params.file) ?? [];
    const format = ending === 'bundle.json' ? 'bundle' : (ending as 'html');
    const copy = id && (await reports.get(id, format));
    if (!copy) {
      next(new ServiceError('not_found', { detail: 'There is no report at this address.' }));
      return;
    }
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    res.setHeader('Content-Type', copy.mediaType);
    res.setHeader('Content-Length', copy.bytes.length);
    if (format !== 'html') {
      res.setHeader('Content-Disposition', `inline; filename="place-report-${id}.${ending}"`);
    }
    res.end(req.method === 'HEAD' ? undefined : Buffer.from(copy.bytes));
  };
}
