import { type ErrorCode, errorCatalog } from '../../kernel/error-catalog.ts';
import type { FreeTool } from '../registry.ts';
import { descriptionOf } from './entry.ts';
import { refTo } from './openapi-components.ts';

export const body = (schema: object, more: object = {}) => ({ 'application/json': { schema, ...more } });
export const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: refTo('Problem') } },
});

/** What codes say, each with its name, for the words of a status. */
export const meaningOf = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => `${code}: ${errorCatalog()[code].meaning}`).join(' ');

/** Codes of the catalog with this status that a route has which buys of licensed providers. */
const providerCodes = (status: number) =>
  (Object.keys(errorCatalog()) as ErrorCode[]).filter(
    (code) => code.startsWith('ext_') && errorCatalog()[code].status === status,
  );

export const parameter = (
  place: 'path' | 'query' | 'header',
  name: string,
  schema: object,
  required?: boolean,
  description?: string,
) => ({ name, in: place, required, description, schema });

const encoded = { 'PAYMENT-REQUIRED': { description: 'The body, base64', schema: { type: 'string' } } };
const terms = 'x402 challenge, or why the attached payment was refused. Nothing was charged.';

/** Answers that many operations have; each operation refers to them. */
export const responses = {
  Refused: problem('Refused: the body or a field is not as described; issues[] names each'),
  TooMany: problem('Too many requests; wait for Retry-After seconds'),
  Fault: problem('A fault of this service; charged says whether a payment that was attached was taken'),
  Slow: problem('The body did not arrive within 30 seconds'),
  TooLarge: problem('The body is larger than 64 kB; 2 MB for MCP and A2A'),
  WrongType: problem('The body is not application/json in UTF-8, or is compressed'),
  NotFound: problem('There is none of that name'),
  UnknownTool: problem('No tool of that name; suggestions[] has near ones'),
  OtherPurchase: problem('The payment belongs to another request, or is being worked on: wait for Retry-After seconds'),
  Expired: problem('Charged and delivered before; the result is no longer kept. The receipt is in the answer'),
  Unsettled: problem(
    'The outcome of the settlement is not known (charged: unknown), or the facilitator could not be reached to verify; the result is withheld',
  ),
  NotSelling: problem('Paid tools are not configured or not reachable; free tools keep working'),
  NotChanged: { description: 'Not changed since the ETag of If-None-Match' },
  Terms: { description: terms, headers: encoded, content: body(refTo('PaymentRequired')) },
  TermsWithProvider: {
    description: terms,
    headers: {
      ...encoded,
      'X-Svc-Provider-Budget-State': {
        description: 'Budget of the service for licensed providers: not_enforced or available',
        schema: { enum: ['not_enforced', 'available'] },
      },
      'X-Svc-Provider-Budget-Reserved': {
        description: 'Dollars that the licensed answers of this call may cost the service',
        schema: { type: 'string' },
      },
      'X-Svc-Provider-Budget-Reset-At': {
        description: 'When a budget that is enforced begins anew',
        schema: { type: 'string', format: 'date-time' },
      },
    },
    content: body(refTo('PaymentRequired')),
  },
  /** What most paid routes send: their schemas are in documents of their own. */
  Sold: {
    description: 'The paid result with its receipt, or a free diagnostic with charged: false',
    headers: {
      'PAYMENT-RESPONSE': { description: 'Receipt, base64; only after settlement', schema: { type: 'string' } },
      Link: {
        description: 'Page, PDF and data of what was bought, each with rel="alternate"; only after settlement',
        schema: { type: 'string' },
      },
    },
    content: body(refTo('SoldAnswer')),
  },
  ProviderBusy: problem(`Too many requests; wait for Retry-After seconds. ${meaningOf(providerCodes(429))}`),
  ProviderFault: problem(
    `Paid tools are not configured or not reachable, the budget for licensed providers is spent until X-Svc-Provider-Budget-Reset-At, or one of: ${meaningOf(providerCodes(503))}`,
  ),
} as const;

/** Parameters that many operations have. */
export const parameters = {
  Payment: parameter(
    'header',
    'PAYMENT-SIGNATURE',
    { type: 'string' },
    false,
    'Signed x402 version 2 credential, base64 of JSON. A payment, never an account key.',
  ),
};

export const responseRef = (name: keyof typeof responses) => ({ $ref: `#/components/responses/${name}` });

export const commonProblems = {
  '400': responseRef('Refused'),
  '429': responseRef('TooMany'),
  '500': responseRef('Fault'),
};

export const bodyProblems = {
  ...commonProblems,
  '408': responseRef('Slow'),
  '413': responseRef('TooLarge'),
  '415': responseRef('WrongType'),
};

interface OperationParts {
  readonly description?: string;
  readonly parameters?: readonly object[] | undefined;
  readonly requestBody?: object;
  readonly responses: object;
}

/** One operation of the document; what it does not have is undefined, and so not written. */
export const operation = (
  tag: 'free' | 'paid' | 'service',
  operationId: string,
  summary: string,
  parts: OperationParts,
) => ({
  operationId,
  summary,
  description: parts.description,
  tags: [tag],
  parameters: parts.parameters,
  requestBody: parts.requestBody,
  responses: parts.responses,
});

const callSchema = (tool: FreeTool, whole: boolean) => ({
  type: 'object',
  title: tool.title,
  description: whole ? descriptionOf(tool) : tool.summary,
  properties: { name: { const: tool.name }, arguments: refTo(`${tool.name}.input`) },
  required: ['name', ...(requires(tool) ? ['arguments'] : [])],
  additionalProperties: false,
});

const requires = (tool: FreeTool) => ((tool.inputJsonSchema as { required?: string[] }).required ?? []).length > 0;

const answerSchema = (tool: FreeTool) => ({
  type: 'object',
  title: tool.title,
  properties: { ok: { const: true }, tool: { const: tool.name }, result: refTo(`${tool.name}.result`) },
  required: ['ok', 'tool', 'result'],
  additionalProperties: false,
});

/** Schemas of `/tools/call`: one request and, with `whole`, one answer for each free tool, discriminated by its name. */
export function callSchemas(tools: readonly FreeTool[], whole: boolean): Record<string, object> {
  return Object.fromEntries(
    tools.flatMap((tool) => [
      [`${tool.name}.call`, callSchema(tool, whole)],
      ...(whole ? [[`${tool.name}.answer`, answerSchema(tool)]] : []),
    ]),
  );
}

function choice(tools: readonly FreeTool[], part: 'call' | 'answer', propertyName: string): object {
  const [only, ...others] = tools;
  if (only && others.length === 0) return refTo(`${only.name}.${part}`);
  return {
    oneOf: tools.map((tool) => refTo(`${tool.name}.${part}`)),
    discriminator: {
      propertyName,
      mapping: Object.fromEntries(tools.map((tool) => [tool.name, refTo(`${tool.name}.${part}`).$ref])),
    },
  };
}

/** Calls of these tools. */
export function callOperation(tools: readonly FreeTool[], whole: boolean) {
  const examples = Object.fromEntries(
    tools.flatMap((tool) =>
      tool.examples
        .slice(0, 1)
        .map((example) => [
          tool.name,
          { summary: example.title, value: { name: tool.name, arguments: example.arguments } },
        ]),
    ),
  );
  return operation('free', 'callTool', tools.length === 1 ? 'Run this free tool' : 'Run one free tool', {
    description:
      'No account and no key. A source that failed or a place that is not covered is an answer with its state, not an error.',
    requestBody: { required: true, content: body(choice(tools, 'call', 'name'), whole ? { examples } : {}) },
    responses: {
      '200': {
        description: 'The answer of the named tool',
        content: body(whole ? choice(tools, 'answer', 'tool') : refTo('Answer')),
      },
      '404': responseRef('UnknownTool'),
      ...bodyProblems,
    },
  });
}

export function feedbackOperation(tool: FreeTool | undefined, whole: boolean) {
  const answer = tool && whole ? refTo(`${tool.name}.answer`) : refTo('Answer');
  return operation('service', 'sendFeedback', 'Leave a product note', {
    description: 'The body is the arguments of svc_agent_feedback, without a wrapper.',
    requestBody: { required: true, content: body(tool ? refTo(`${tool.name}.input`) : { type: 'object' }) },
    responses: {
      '200': { description: 'The note was taken', content: body(answer) },
      '404': problem('This server takes no notes'),
      ...bodyProblems,
    },
  });
}
