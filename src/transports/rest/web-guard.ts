import type { Request, RequestHandler } from 'express';
import { ServiceError } from '../../kernel/errors.ts';
import { takesHost, takesOrigin, type WebCallers } from '../../kernel/web-callers.ts';

/** Probes know a process by whatever name their machine gives it, and learn nothing here. */
const probed = new Set(['/health', '/ready']);
const protocols = /^\/(?:mcp$|a2a\/)/;
const reads = new Set(['GET', 'HEAD']);

/** Whether pages of every origin may read the answer: what is published, and what an unguessable address alone opens. */
const isPublicRead = (method: string | undefined, path: string) => reads.has(method ?? '') && !protocols.test(path);

/** Why a request of this method is not taken, by its Host and Origin; undefined where it is. */
export function refusalOf(callers: WebCallers, req: Request, method = req.method): ServiceError | undefined {
  const { host, origin } = req.headers;
  const path = req.originalUrl.split('?', 1)[0] ?? '';
  if (!probed.has(path) && !takesHost(callers, host)) return new ServiceError('host_not_served', { charged: false });
  if (isPublicRead(method, path) || takesOrigin(callers, origin, host)) return undefined;
  return new ServiceError('origin_not_allowed', { charged: false });
}

/** Refuses what {@link refusalOf} names. MCP asks the same rule itself, to refuse in the shape of its protocol. */
export function webGuard(callers: WebCallers): RequestHandler {
  return (req, _res, next) => next(refusalOf(callers, req));
}
