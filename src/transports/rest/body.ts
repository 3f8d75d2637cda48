import type { Request, RequestHandler, Response } from 'express';
import type { ErrorCode } from '../../kernel/error-catalog.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { type BodyFault, maxCallBytes, type ReadBody, readJson } from '../body.ts';
import { exceededBounds } from '../json-bounds.ts';
import type { Locals } from './problem.ts';

interface WithRaw {
  rawBody?: Uint8Array;
}

/** The bytes of the body; undefined where the request has none. */
export const rawBodyOf = (req: Request): Uint8Array | undefined => (req as WithRaw).rawBody;

const bringsBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

const refusals: Readonly<Record<BodyFault, readonly [code: ErrorCode, detail?: string]>> = {
  media_type: ['unsupported_media_type'],
  encoding: ['unsupported_media_type', 'Send the body uncompressed.'],
  too_large: ['payload_too_large'],
  length_required: ['payload_too_large', `A body of more than ${maxCallBytes} bytes needs the header Content-Length.`],
  too_slow: ['request_timeout'],
  broken_off: ['cancelled'],
  not_json: ['invalid_body', 'The body is not readable JSON: send one JSON object.'],
  too_deep: ['invalid_body', `The body has ${exceededBounds.too_deep}.`],
  too_many_members: ['invalid_body', `The body has ${exceededBounds.too_many_members}.`],
};

function refusalOf(fault: BodyFault, maxBytes: number): ServiceError {
  const [code, detail = fault === 'too_large' ? `The body passes ${maxBytes} bytes.` : undefined] = refusals[fault];
  return new ServiceError(code, { ...(detail !== undefined && { detail }) });
}

const isStructure = ({ value }: ReadBody) => typeof value === 'object' && value !== null;

/**
 * Reads a JSON object or array into `req.body`, its bytes beside it: a paid route distinguishes an empty body from an
 * empty object. Without a body it leaves `req.body` undefined.
 * @param limitOf most bytes of this request
 */
export function jsonBody(limitOf: (req: Request) => number = () => maxCallBytes): RequestHandler {
  return async (req, res, next) => {
    if (!bringsBody(req)) return next();
    const maxBytes = limitOf(req);
    const read = await readJson(req, { maxBytes });
    const fault = typeof read === 'string' ? read : isStructure(read) ? undefined : 'not_json';
    if (fault) {
      // what is left of the body is not the next request
      res.setHeader('Connection', 'close');
      return next(refusalOf(fault, maxBytes));
    }
    const { bytes, value } = read as ReadBody;
    (req as WithRaw).rawBody = bytes;
    req.body = value;
    next();
  };
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
