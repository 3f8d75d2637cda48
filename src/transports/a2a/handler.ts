import { asServiceError } from '../../kernel/errors.ts';
import { A2aError } from './errors.ts';
import { jsonRpc, rpcFailure } from './json-rpc.ts';
import { createOperations, type Operations, type Outcome } from './operations.ts';
import { activated } from './payment.ts';
import type { A2aPorts, A2aReply, A2aRequest } from './ports.ts';

export interface A2aHandler {
  /** Answers everything below `/a2a/v1`; never throws. */
  handle(request: A2aRequest): Promise<A2aReply>;
}

/** Media type of a reply: the protocol's for a caller that accepts it, plain JSON for the others and for JSON-RPC. */
export const answerType = (rpc: boolean, accept: unknown): string =>
  !rpc && String(accept ?? '').includes('application/a2a+json') ? 'application/a2a+json' : 'application/json';

const isRpc = ({ path }: A2aRequest) => path === '/' || path === '';
const typeOf = (request: A2aRequest) => answerType(isRpc(request), request.headers.accept);

function replyOf(outcome: Outcome, request: A2aRequest): A2aReply {
  const echo = activated(request.headers);
  if ('stream' in outcome) {
    const headers = { ...echo, 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
    return { status: 200, headers, body: outcome.stream };
  }
  return { status: 200, headers: { ...echo, 'content-type': typeOf(request) }, body: outcome.body };
}

/** JSON-RPC carries its errors inside a 200, except for a method that HTTP itself refuses. */
function failureReply(error: A2aError, request: A2aRequest): A2aReply {
  const headers = { ...activated(request.headers), ...error.headers, 'content-type': typeOf(request) };
  if (isRpc(request) && error.reason !== 'METHOD_NOT_ALLOWED') {
    return { status: 200, headers, body: rpcFailure(null, error.rpcCode, error.message, error.details) };
  }
  return { status: error.status, headers, body: error.toBody() };
}

/**
 * A2A 1.0 over HTTP+JSON, and JSON-RPC on the base path. Without an A2A-Version the request is read as 1.0 (the
 * specification's calls carry none); a version that is sent must be 1.0.
 */
export function createA2aHandler(ports: A2aPorts): A2aHandler {
  const operations = createOperations(ports);
  return {
    async handle(request) {
      try {
        checkVersion(request);
        const outcome = await (isRpc(request) ? rpcOutcome : route)(operations, request);
        return replyOf(outcome, request);
      } catch (thrown) {
        const error = thrown instanceof A2aError ? thrown : new A2aError('INTERNAL', asServiceError(thrown).detail);
        if (error.status >= 500) {
          ports.log.error({ err: thrown, requestId: request.requestId }, 'a2a request failed');
        }
        return failureReply(error, request);
      }
    },
  };
}

function checkVersion({ headers, query }: A2aRequest): void {
  const given = headers['a2a-version'] ?? query.get('A2A-Version') ?? undefined;
  if (given === undefined || given === '' || given === '1.0') return;
  throw new A2aError('VERSION_NOT_SUPPORTED', 'This agent speaks A2A 1.0.');
}

function rpcOutcome(operations: Operations, request: A2aRequest): Promise<Outcome> {
  if (request.method !== 'POST') throw notAllowed('POST');
  return jsonRpc(operations, request);
}

function notAllowed(allow: string): A2aError {
  return new A2aError('METHOD_NOT_ALLOWED', `This path takes ${allow}.`, { headers: { allow } });
}

/** Paths of the HTTP binding below `/a2a/v1`, the id of the task in their first group, and the operation of each method. */
const routes: readonly (readonly [RegExp, Readonly<Partial<Record<string, keyof Operations>>>])[] = [
  [/^\/message:send$/, { POST: 'SendMessage' }],
  [/^\/message:stream$/, { POST: 'SendStreamingMessage' }],
  [/^\/tasks$/, { GET: 'ListTasks' }],
  [/^\/tasks\/([^/:]{1,128})$/, { GET: 'GetTask' }],
  [/^\/tasks\/([^/:]{1,128}):cancel$/, { POST: 'CancelTask' }],
  [/^\/tasks\/([^/:]{1,128}):subscribe$/, { GET: 'SubscribeToTask', POST: 'SubscribeToTask' }],
  [/^\/tasks\/([^/:]{1,128})\/pushNotificationConfigs(?:\/[^/]*)?$/, { '*': 'PushNotificationConfig' }],
  [/^\/extendedAgentCard$/, { '*': 'GetExtendedAgentCard' }],
];

async function route(operations: Operations, http: A2aRequest): Promise<Outcome> {
  const { method, path, query, body } = http;
  for (const [pattern, methods] of routes) {
    const [found, id = ''] = pattern.exec(path) ?? [];
    if (found === undefined) continue;
    const name = methods[method] ?? methods['*'];
    if (!name) throw notAllowed(Object.keys(methods).join(', '));
    return operations[name]({ id, query, body, http, wrap: (payload) => payload });
  }
  throw new A2aError('METHOD_NOT_FOUND', 'Nothing is served at this path; /.well-known/agent-card.json names what is.');
}
