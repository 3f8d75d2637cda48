import type { RequestHandler } from 'express';
import { ServiceError } from '../../kernel/errors.ts';
import type { EvidenceHttpPort } from './ports.ts';
import { setHeaders, stillPage, unlisted } from './reply.ts';

const named = /^([a-z0-9]{12}(?:-[0-9]{1,4})?)(?:\.(html|json))?$/;

/** Evidence never changes under its id. */
const headers = {
  ...unlisted,
  'Cache-Control': 'private, max-age=3600',
  'Content-Security-Policy': stillPage,
  Vary: 'Accept',
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
            'No evidence is stored under this reference. It is what `evidence` says in a citation, for example k3f9x2b7bqzt-1, and it is stored for a limited time.',
        }),
      );
      return;
    }
    setHeaders(res, headers);
    res.setHeader('Content-Type', mediaTypes[format as keyof typeof mediaTypes]);
    res.end(req.method === 'HEAD' ? undefined : text);
  };
}
