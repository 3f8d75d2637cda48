import { A2aError, invalid } from './errors.ts';
import type { Operations, Outcome } from './operations.ts';
import type { A2aRequest } from './ports.ts';
import { camelCased } from './wire.ts';

type Params = Readonly<Record<string, unknown>>;
type Id = string | number | null;

const text = (params: Params, name: string): string => {
  const value = params[name];
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(name, `params.${name} is missing.`, 'required');
};

/** Scalar params as the query of the HTTP binding. */
const query = (params: Params) =>
  new URLSearchParams(
    Object.entries(params).flatMap(([key, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[key, String(value)] as [string, string]] : [],
    ),
  );

export const rpcFailure = (id: Id, code: number, message: string, data?: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});

/** A JSON-RPC request of the A2A binding; every outcome is a JSON-RPC response. */
export async function jsonRpc(operations: Operations, http: A2aRequest): Promise<Outcome> {
  const { body } = http;
  const request = (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as Params;
  const { id: given } = request;
  const id: Id = typeof given === 'string' || typeof given === 'number' ? given : null;
  if (request.jsonrpc !== '2.0' || typeof request.method !== 'string')
    return { body: rpcFailure(id, -32600, 'Not a JSON-RPC 2.0 request.') };
  const params = (camelCased(request.params) ?? {}) as Params;
  const wrap = (result: object) => ({ jsonrpc: '2.0', id, result });
  try {
    const name = operationOf(operations, request.method);
    const taskId = ofOneTask.has(name) ? text(params, 'id') : '';
    const outcome = await operations[name]({ id: taskId, query: query(params), body: params, http, wrap });
    return 'stream' in outcome ? outcome : { body: wrap(outcome.body) };
  } catch (error) {
    if (error instanceof A2aError) return { body: rpcFailure(id, error.rpcCode, error.message, error.details) };
    throw error;
  }
}

const ofOneTask: ReadonlySet<string> = new Set(['GetTask', 'CancelTask', 'SubscribeToTask']);

function operationOf(operations: Operations, method: string): keyof Operations {
  if (/^(Create|Get|List|Delete)TaskPushNotificationConfigs?$/.test(method)) return 'PushNotificationConfig';
  if (method !== 'PushNotificationConfig' && Object.hasOwn(operations, method)) return method as keyof Operations;
  throw new A2aError('METHOD_NOT_FOUND', 'There is no such method.');
}
