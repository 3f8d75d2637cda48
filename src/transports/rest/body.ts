import express, { type Request, type RequestHandler, type Response } from 'express';
import { ServiceError } from '../../kernel/errors.ts';
import { maxDepth, nestsTooDeep } from '../../kernel/nesting.ts';
import { maxBodyBytes } from './problem.ts';

const mediaTypes = ['application/json', 'application/*+json'];

interface WithRaw {
  rawBody?: Uint8Array;
}

const parse = express.json({
  limit: maxBodyBytes,
  type: mediaTypes,
  verify: (req, _res, bytes) => {
    (req as WithRaw).rawBody = bytes;
  },
});

export const rawBodyOf = (req: Request): Uint8Array | undefined => (req as WithRaw).rawBody;

/** Whether the request brings a body, whatever its type. */
function bringsBody(req: Request): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/** Parses a JSON body of at most 2 MB and 64 levels into `req.body`; no body leaves it undefined. */
export const jsonBody: RequestHandler = (req, res, next) => {
  if (!bringsBody(req)) return next();
  if (!req.headers['content-type']?.startsWith('application/json') && !req.is(mediaTypes)) {
    return next(new ServiceError('unsupported_media_type'));
  }
  parse(req, res, (error?: unknown) => {
    if (error) return next(error);
    if (nestsTooDeep(req.body)) {
      return next(new ServiceError('invalid_body', { detail: `The body is nested deeper than ${maxDepth} levels.` }));
    }
    next();
  });
};

/** Refuses a caller that takes no JSON. */
export const takesJson: RequestHandler = (req, _res, next) => {
  const { accept } = req.headers;
  const takes =
    accept === undefined || accept === '*/*' || req.accepts(['application/json', 'application/problem+json']);
  next(takes ? undefined : new ServiceError('not_acceptable'));
};

/** A signal that is aborted when the caller goes away before the answer is complete. */
export function goneSignal(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
