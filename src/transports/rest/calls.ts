import type { Request, RequestHandler, Response } from 'express';
import { type Issue, ServiceError } from '../../kernel/errors.ts';
import { goneSignal } from './body.ts';
import type { RestPorts } from './ports.ts';
import { requestIdOf } from './problem.ts';
import { sendJson } from './reply.ts';

const example = { name: 'svc_coverage_map', arguments: {} };

const refuse = (issues: readonly Issue[]) =>
  new ServiceError('invalid_body', {
    detail: issues.map(({ message }) => message).join('; '),
    issues,
    extra: { requiredFields: ['name'], allowedFields: ['name', 'arguments'], example },
  });

/** The wrapper `{name, arguments}`; its own fields are strict too. */
function readCall(body: unknown): { name: string; args: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refuse([{ path: '', code: 'invalid_type', message: 'send one JSON object {"name", "arguments"}' }]);
  }
  const { name, arguments: args, ...rest } = body as Record<string, unknown>;
  const issues: Issue[] = Object.keys(rest).map((key) => ({
    path: key.slice(0, 100),
    code: 'unknown_field',
    message: `${JSON.stringify(key.slice(0, 100))} is not a field of the wrapper; put the tool's own fields into arguments`,
  }));
  if (typeof name !== 'string' || name === '' || name.length > 100) {
    issues.push({
      path: 'name',
      code: 'invalid_type',
      message: 'name is the name of a free tool, text of 1 to 100 characters',
    });
  }
  if (issues.length > 0) throw refuse(issues);
  return { name: name as string, args };
}

/** For a tool that queries no source: it ends before its caller can disconnect, and a controller costs as much as the call. */
const neverGone = new AbortController().signal;

async function answer(ports: RestPorts, res: Response, name: string, args: unknown): Promise<void> {
  const tool = ports.registry.freeToolAsWritten(name);
  const signal = tool?.subject === 'none' && tool.sources.length === 0 ? neverGone : goneSignal(res);
  const result = await ports.callFree(name, args, { signal, requestId: requestIdOf(res) });
  if (res.destroyed) return;
  sendJson(res, { ok: true, tool: tool?.name, result });
}

/** `POST /tools/call`. */
export function callHandler(ports: RestPorts): RequestHandler {
  return (req: Request, res: Response) => {
    const { name, args } = readCall(req.body);
    return answer(ports, res, name, args);
  };
}

/** `POST /feedback`: the body is the arguments of the feedback tool. */
export function feedbackHandler(ports: RestPorts): RequestHandler {
  const tool = ports.registry.guideTool('feedback');
  return (req, res) => {
    if (!tool) throw new ServiceError('unknown_tool', { detail: 'This server takes no notes.' });
    return answer(ports, res, tool.name, req.body);
  };
}
