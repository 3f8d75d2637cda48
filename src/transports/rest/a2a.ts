import express, { type ErrorRequestHandler, type Router } from 'express';
import type { ServiceError } from '../../kernel/errors.ts';
import { errorBody, errorInfo } from '../a2a/errors.ts';
import { type A2aHandler, answerType } from '../a2a/handler.ts';
import { rpcFailure } from '../a2a/json-rpc.ts';
import { maxMessageBytes } from '../body.ts';
import { jsonBody } from './body.ts';
import type { Limits } from './limits.ts';
import { portRequest } from './paid.ts';
import type { AppPorts } from './ports.ts';
import { asProblem, requestIdOf } from './problem.ts';
import { sendReply } from './reply.ts';
import { webGuard } from './web-guard.ts';

const reasons: Partial<Record<ServiceError['code'], { status: string; reason: string }>> = {
  invalid_body: { status: 'INVALID_ARGUMENT', reason: 'INVALID_REQUEST' },
  payload_too_large: { status: 'INVALID_ARGUMENT', reason: 'INVALID_REQUEST' },
  unsupported_media_type: { status: 'INVALID_ARGUMENT', reason: 'CONTENT_TYPE_NOT_SUPPORTED' },
  request_timeout: { status: 'DEADLINE_EXCEEDED', reason: 'REQUEST_TIMEOUT' },
  host_not_served: { status: 'PERMISSION_DENIED', reason: 'HOST_NOT_SERVED' },
  origin_not_allowed: { status: 'PERMISSION_DENIED', reason: 'ORIGIN_NOT_ALLOWED' },
  rate_limited: { status: 'RESOURCE_EXHAUSTED', reason: 'RATE_LIMITED' },
};

/** A2A errors have the shape of that protocol, not that of RFC 9457. */
function a2aErrorBody(error: ServiceError, requestId: string): object {
  const { status, reason } = reasons[error.code] ?? { status: 'INTERNAL', reason: error.code.toUpperCase() };
  const metadata = { requestId, charged: String(error.charged ?? false) };
  return errorBody(error.status, status, error.detail, [errorInfo(reason, metadata)]);
}

/** The same for the base path, where JSON-RPC is spoken. */
function rpcErrorBody(error: ServiceError, requestId: string): object {
  const code = error.code === 'invalid_body' ? -32700 : error.status < 500 ? -32600 : -32603;
  return rpcFailure(null, code, error.detail, { requestId, charged: error.charged ?? false });
}

/** Everything below `/a2a/v1`: reads the body, leaves paths and methods to the port. */
export function a2aRouter(ports: AppPorts, port: A2aHandler, limits: Limits): Router {
  const router = express.Router();
  router.use(
    webGuard,
    limits.calls,
    jsonBody(() => maxMessageBytes),
    async (req, res) => {
      const question = req.originalUrl.indexOf('?');
      const reply = await port.handle({
        ...portRequest(ports, req, res),
        path: req.path,
        query: new URLSearchParams(question < 0 ? '' : req.originalUrl.slice(question + 1)),
        baseUrl: ports.address.url,
      });
      if (!res.destroyed) await sendReply(req, res, reply);
    },
  );
  const failed: ErrorRequestHandler = async (thrown, req, res, _next) => {
    const error = asProblem(thrown);
    const requestId = requestIdOf(res);
    if (error.code === 'internal_error')
      ports.log.error({ requestId, err: error.cause ?? error }, 'a2a request failed');
    if (res.headersSent || res.destroyed) return void res.destroy();
    const rpc = req.path === '/';
    const headers: Record<string, string> = { 'content-type': answerType(rpc, req.headers.accept) };
    if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds);
    const body = rpc ? rpcErrorBody(error, requestId) : a2aErrorBody(error, requestId);
    await sendReply(req, res, { status: error.status, headers, body });
  };
  router.use(failed);
  return router;
}
