import type { Request, RequestHandler } from 'express';
import { takesHost, takesOrigin, type WebCallers } from '../../config/web-callers.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Locals } from './problem.ts';

/** Probes use any name of a machine, and learn nothing here. */
const probed = new Set(['/health', '/ready']);
const protocols = /^\/(?:mcp$|a2a\/)/;

/** Whether the method only reads. */
export const reads = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Whether pages of every origin may read the answer: what is published, and what only an unguessable address opens. */
const isPublicRead = (method: string, path: string) => reads(method) && !protocols.test(path);

/**
 * Why a request to this path is refused, by its Host and Origin; undefined where it is not.
 * @param method that of the request, or the one that a preflight asks for
 */
export function refusalOf(callers: WebCallers, req: Request, path: string, method: string): ServiceError | undefined {
  const { host, origin } = req.headers;
  if (!takesHost(callers, host) && !probed.has(path)) return new ServiceError('host_not_served', { charged: false });
  if (isPublicRead(method, path) || takesOrigin(callers, origin, host)) return undefined;
  return new ServiceError('origin_not_allowed', { charged: false });
}

/** Refuses what {@link refusalOf} named. MCP asks the same rule itself, to refuse in the shape of its protocol. */
export const webGuard: RequestHandler = (_req, res, next) => next((res.locals as Locals).refusal);
