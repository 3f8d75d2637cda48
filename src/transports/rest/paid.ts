import type { Request, RequestHandler, Response } from 'express';
import { nearNames } from '../../catalog/search/names.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { validateInput } from '../../pipeline/validate.ts';
import { mayChallenge, undeclaredDetail } from '../public-address.ts';
import { goneSignal, rawBodyOf } from './body.ts';
import type { AppPorts, PortRequest, RestPorts } from './ports.ts';
import { requestIdOf } from './problem.ts';
import { sendReply } from './reply.ts';

/** One request as the paid and the A2A port get it. */
export function portRequest(ports: AppPorts, req: Request, res: Response): PortRequest {
  return {
    method: req.method,
    body: req.body as unknown,
    rawBody: rawBodyOf(req),
    headers: req.headers,
    signal: goneSignal(res),
    requestId: requestIdOf(res),
    url: ports.address.url + (req.originalUrl.split('?', 1)[0] ?? ''),
  };
}

function unknownSlug({ registry }: RestPorts, slug: string): ServiceError {
  const bySlug = new Map(registry.paid.map((tool) => [tool.name, tool.slug]));
  const suggestions = nearNames(slug, registry.paid).map((name) => `/api/${bySlug.get(name)}`);
  return new ServiceError('unknown_tool', {
    detail: 'There is no paid route of that slug.',
    extra: { suggestions, catalog: '/.well-known/ai-tool/index.json' },
  });
}

/**
 * `GET`, `HEAD` and `POST /api/<slug>`. Without a paid port, or under an address that is not configured, the body is
 * still checked before the answer that nothing can be bought here, so that a caller learns of a wrong field first.
 */
export function paidHandler(ports: AppPorts): RequestHandler<{ slug: string }> {
  return async (req, res) => {
    const { slug } = req.params;
    const tool = ports.registry.paidTool(slug);
    if (!tool) throw unknownSlug(ports, slug);
    if (ports.paid && mayChallenge(ports.address)) {
      const plain = req as unknown as Request;
      // however the path was spelt, the terms name this one address
      const url = `${ports.address.url}/api/${slug}`;
      return sendReply(plain, res, await ports.paid.handle(slug, { ...portRequest(ports, plain, res), url }));
    }
    if (req.method === 'POST' && req.body !== undefined) validateInput(tool, req.body);
    throw new ServiceError('tool_sdk_not_configured', {
      retryAfterSeconds: 300,
      ...(ports.paid && { detail: undeclaredDetail }),
      extra: { slug, ...(tool.kind === 'free' && { dualFreeTool: tool.name }) },
    });
  };
}
