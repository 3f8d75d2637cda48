import { ServiceError } from '../../kernel/errors.ts';
import { encodeHeader } from '../../payments/wire.ts';
import type { PaidPipeline, PaidResult } from '../../pipeline/paid.ts';

/** One request to `/api/<slug>`, as far as a paid route needs to know it. */
export interface PaidHttpRequest {
  readonly method: string;
  /** Parsed JSON; ignored where there is no body. */
  readonly body: unknown;
  /** The body's bytes as they came; undefined where none was sent. */
  readonly rawBody: Uint8Array | undefined;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** Address of this route as the caller knows it: base URL and `/api/<slug>`, no query. */
  readonly url: string;
}

export interface PaidHttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, byte for byte what is to be sent. */
  readonly body: string;
}

export interface PaidHttpPort {
  /** Answers 200 and 402. Everything else is a thrown ServiceError. */
  handle(slug: string, request: PaidHttpRequest): Promise<PaidHttpReply>;
}

const json = { 'content-type': 'application/json; charset=utf-8' };

/** x402 over HTTP: which header carries what, in and out, legacy names included. */
export function createPaidHttp(pipeline: PaidPipeline): PaidHttpPort {
  return {
    async handle(slug, { method, body, rawBody, headers, signal, requestId, url: called }) {
      const url = called.replace(/\/+$/, '');
      if (method === 'GET' || method === 'HEAD') return reply(await pipeline.discover(slug, url));
      if (method !== 'POST')
        throw new ServiceError('method_not_allowed', { extra: { allow: ['GET', 'HEAD', 'POST'] } });
      const credential = credentialOf(headers);
      if (!rawBody?.length && credential === undefined) return reply(await pipeline.discover(slug, url));
      const call = { slug, args: body, resourceUrl: url, transport: 'rest', signal, requestId } as const;
      return reply(await pipeline.call({ ...call, ...(credential !== undefined && { credential }) }));
    },
  };
}

function credentialOf(headers: PaidHttpRequest['headers']): string | undefined {
  const given = headers['payment-signature'] ?? headers['x-payment'];
  return typeof given === 'string' || given === undefined ? given : given.join(',');
}

function receiptHeaders(receipt: object): Record<string, string> {
  const text = encodeHeader(receipt);
  return { 'payment-response': text, 'x-payment-response': text };
}

function reply(result: PaidResult): PaidHttpReply {
  switch (result.kind) {
    case 'diagnostic':
      return { status: 200, headers: { ...json, 'cache-control': 'no-store' }, body: JSON.stringify(result.body) };
    case 'challenge':
      return {
        status: 402,
        headers: {
          ...json,
          'cache-control': 'no-store',
          'payment-required': encodeHeader(result.paymentRequired),
          ...(result.receipt && receiptHeaders(result.receipt)),
          ...result.headers,
        },
        body: JSON.stringify(result.paymentRequired),
      };
    case 'settled':
      return {
        status: 200,
        headers: { ...json, 'cache-control': 'private, no-store', ...receiptHeaders(result.receipt) },
        body: result.body,
      };
  }
}
