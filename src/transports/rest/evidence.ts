import type { RequestHandler } from 'express';
import { ServiceError } from '../../kernel/errors.ts';
import type { EvidenceHttpPort } from './ports.ts';

const named = /^([a-z0-9]{12}(?:-[0-9]{1,4})?)(?:\.(html|json))?$/;

/** The page carries no script and asks nobody for anything; evidence never changes under its id and stays out of search engines. */
const headers = {
  'Cache-Control': 'private, max-age=3600',
  'Content-Security-Policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  Vary: 'Accept',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
};
const mediaTypes = { json: 'application/json', html: 'text/html; charset=utf-8' } as const;

/** `GET /evidence/<reference>`: a page for a browser, else JSON; `.html` and `.json` ask for one of them. */
export function evidenceHandler(evidence: EvidenceHttpPort): RequestHandler<{ file: string }> {
  return async (req, res, next) => {
    const [, reference, ending] = named.exec(req.params.file) ?? [];
    const format = ending ?? (req.accepts(['json', 'html']) === 'html' ? 'html' : 'json');
    const text =
      reference &&
      (await evidence.get(reference, format as keyof typeof mediaTypes).catch((cause: unknown) => {
        throw new ServiceError('not_ready', {
          detail: 'The store of evidence cannot be read.',
          retryAfterSeconds: 5,
          cause,
        });
      }));
    if (!text) {
      next(
        new ServiceError('not_found', {
          detail:
            'No evidence is kept under this reference. It is what `evidence` says in a citation, for example k3f9x2b7bqzt-1, and it is kept for a limited time.',
        }),
      );
      return;
    }
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    res.setHeader('Content-Type', mediaTypes[format as keyof typeof mediaTypes]);
    res.end(req.method === 'HEAD' ? undefined : text);
  };
}
