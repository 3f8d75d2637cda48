const text = { type: 'string' };
const issue = {
  type: 'object',
  properties: { path: text, code: text, message: text },
  required: ['path', 'code', 'message'],
};

/** Schemas that the operations of every tool refer to. */
export const sharedSchemas = {
  Problem: {
    type: 'object',
    description: 'Error body (RFC 9457) with the code of the published error catalog.',
    properties: {
      type: { type: 'string', format: 'uri' },
      title: text,
      status: { type: 'integer' },
      detail: text,
      instance: text,
      code: text,
      charged: {
        description: 'false only where that is known; unknown: money may have moved, send the identical request again',
        enum: [false, true, 'unknown'],
      },
      resend: { description: 'With charged: unknown', const: 'identical' },
      requestId: text,
      remedy: text,
      issues: { type: 'array', items: issue },
      suggestions: { type: 'array', items: text },
      example: { type: 'object' },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'charged', 'requestId', 'remedy'],
  },
  PaymentRequired: {
    type: 'object',
    description: 'x402 version 2 challenge.',
    properties: {
      x402Version: { const: 2 },
      error: text,
      resource: { type: 'object', properties: { url: text, description: text }, required: ['url'] },
      accepts: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            scheme: { const: 'exact' },
            network: text,
            asset: text,
            amount: { type: 'string', description: 'Atomic units of the stablecoin' },
            payTo: text,
            maxTimeoutSeconds: { type: 'integer' },
            extra: { type: 'object' },
          },
          required: ['scheme', 'network', 'asset', 'amount', 'payTo', 'maxTimeoutSeconds'],
        },
      },
    },
    required: ['x402Version', 'accepts'],
  },
  Answer: {
    type: 'object',
    description:
      'The answer of a free tool. The description of that one tool has its result whole: /openapi/{name}.json.',
    properties: { ok: { const: true }, tool: text, result: { type: 'object' } },
    required: ['ok', 'tool', 'result'],
    additionalProperties: false,
  },
  SoldAnswer: {
    type: 'object',
    description:
      'What the route sold, or the free diagnostic with charged: false. The description of that one route has both whole: /openapi/{slug}.json.',
  },
};
