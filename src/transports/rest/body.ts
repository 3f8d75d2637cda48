import express, { type Request, type RequestHandler, type Response } from 'express';
import { ServiceError } from '../../kernel/errors.ts';
import { maxDepth, nestsTooDeep } from '../nesting.ts';
import { type Locals, maxBodyBytes } from './problem.ts';

const mediaTypes = ['application/json', 'application/*+json'];

interface WithRaw {
  rawBody?: Uint8Array;
}

// the media type was checked before
const anyType = () => true;

const keepingRaw = (limit: number) =>
  express.json({
    limit,
    type: anyType,
    verify: (req, _res, bytes) => {
      (req as WithRaw).rawBody = bytes;
    },
  });

export const rawBodyOf = (req: Request): Uint8Array | undefined => (req as WithRaw).rawBody;

function bringsBody(req: Request): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/** Bytes that the request says to bring; Infinity where it does not say. */
const announcedBytes = ({ headers }: Request) => Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);

/** Parses a JSON body of 64 levels at most into `req.body`; no body leaves it undefined. */
const parsedBy =
  (parserFor: (req: Request) => RequestHandler): RequestHandler =>
  (req, res, next) => {
    if (!bringsBody(req)) return next();
    if (!req.headers['content-type']?.startsWith('application/json') && !req.is(mediaTypes)) {
      return next(new ServiceError('unsupported_media_type'));
    }
    const compressed = req.headers['content-encoding'] !== undefined;
    parserFor(req)(req, res, (error?: unknown) => {
      if (error) return next(error);
      // a level takes two bytes at least
      if ((compressed || announcedBytes(req) > 2 * maxDepth) && nestsTooDeep(req.body)) {
        return next(new ServiceError('invalid_body', { detail: `The body is nested deeper than ${maxDepth} levels.` }));
      }
      next();
    });
  };

/** A JSON body of at most 2 MB. */
const plainParser = express.json({ limit: maxBodyBytes, type: anyType });
export const jsonBody: RequestHandler = parsedBy(() => plainParser);

/**
 * A JSON body with its bytes beside it: a paid route distinguishes an empty body from an empty object.
 * @param limitOf most bytes of this request
 */
export function jsonBodyOf(limitOf: (req: Request) => number): RequestHandler {
  const parsers = new Map<number, RequestHandler>();
  return parsedBy((req) => {
    const limit = limitOf(req);
    const parser = parsers.get(limit) ?? keepingRaw(limit);
    parsers.set(limit, parser);
    return parser;
  });
}

/** Refuses a caller that takes no JSON. */
export const takesJson: RequestHandler = (req, _res, next) => {
  const { accept } = req.headers;
  const takes =
    accept === undefined || accept === '*/*' || req.accepts(['application/json', 'application/problem+json']);
  next(takes ? undefined : new ServiceError('not_acceptable'));
};

/** A signal that is aborted when the caller goes away before the answer is complete; the listener is that of every answer. */
export function goneSignal(res: Response): AbortSignal {
  const locals = res.locals as Locals;
  locals.gone ??= new AbortController();
  return locals.gone.signal;
}
