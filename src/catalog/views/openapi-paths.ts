import type { FreeTool } from '../registry.ts';
import { descriptionOf, type SoldTool } from './entry.ts';
import { refTo } from './openapi-components.ts';

type Content = Record<string, { schema: object; examples?: object }>;

const body = (schema: object, more: object = {}) => ({ 'application/json': { schema, ...more } });
export const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: refTo('Problem') } },
});

export const commonProblems = {
  '400': problem('Refused: the body or a field is not as described; issues[] names each'),
  '429': problem('Too many requests; wait for Retry-After seconds'),
  '500': problem('A fault of this service; charged says whether a payment that was attached was taken'),
};

const bodyProblems = {
  ...commonProblems,
  '413': problem('The body is larger than 2 MB'),
  '415': problem('The body is not application/json'),
};

/** An operation that returns a document with ETag and 304. */
export function documentOperation(operationId: string, summary: string, mediaType: string, parameters: object[] = []) {
  const type = mediaType.split(';')[0]?.trim() ?? mediaType;
  const schema = type.endsWith('json') ? { type: 'object' } : { type: 'string' };
  return {
    operationId,
    summary,
    tags: ['service'],
    ...(parameters.length > 0 && { parameters }),
    responses: {
      '200': { description: summary, content: { [type]: { schema } } as Content },
      '304': { description: 'Not changed since the ETag of If-None-Match' },
      '429': commonProblems['429'],
    },
  };
}

const callSchema = (tool: FreeTool) => ({
  type: 'object',
  title: tool.title,
  description: descriptionOf(tool),
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

/** Schemas of `/tools/call`: one request and one answer for each free tool, told apart by its name. */
export function callSchemas(tools: readonly FreeTool[]): Record<string, object> {
  return Object.fromEntries(
    tools.flatMap((tool) => [
      [`${tool.name}.call`, callSchema(tool)],
      [`${tool.name}.answer`, answerSchema(tool)],
    ]),
  );
}

const choice = (tools: readonly FreeTool[], part: 'call' | 'answer', propertyName: string) => ({
  oneOf: tools.map((tool) => refTo(`${tool.name}.${part}`)),
  discriminator: {
    propertyName,
    mapping: Object.fromEntries(tools.map((tool) => [tool.name, refTo(`${tool.name}.${part}`).$ref])),
  },
});

export function callOperation(tools: readonly FreeTool[]) {
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
  return {
    operationId: 'callTool',
    summary: 'Run one free tool',
    description:
      'No account and no key. A source that failed or a place that is not covered is an answer with its state, not an error.',
    tags: ['free'],
    requestBody: { required: true, content: body(choice(tools, 'call', 'name'), { examples }) },
    responses: {
      '200': { description: 'The answer of the named tool', content: body(choice(tools, 'answer', 'tool')) },
      '404': problem('No tool of that name; suggestions[] has near ones'),
      ...bodyProblems,
    },
  };
}

export function feedbackOperation(tool: FreeTool | undefined) {
  return {
    operationId: 'sendFeedback',
    summary: 'Leave a product note',
    description: 'The body is the arguments of svc_agent_feedback, without a wrapper.',
    tags: ['service'],
    requestBody: { required: true, content: body(tool ? refTo(`${tool.name}.input`) : { type: 'object' }) },
    responses: {
      '200': {
        description: 'The note was taken',
        content: body(tool ? refTo(`${tool.name}.answer`) : { type: 'object' }),
      },
      '404': problem('This server takes no notes'),
      ...bodyProblems,
    },
  };
}

const camel = (slug: string) => slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const paymentHeader = {
  name: 'PAYMENT-SIGNATURE',
  in: 'header',
  required: false,
  description: 'Signed x402 version 2 credential, base64 of JSON. A payment, never an account key.',
  schema: { type: 'string' },
};

const challenge = {
  description: 'x402 challenge, or why the attached payment was refused. Nothing was charged.',
  headers: { 'PAYMENT-REQUIRED': { description: 'The body, base64', schema: { type: 'string' } } },
  content: body(refTo('PaymentRequired')),
};

/** `GET` (discovery challenge) and `POST` (call) of one paid route. */
export function paidOperations(tool: SoldTool) {
  const { slug, paid } = tool;
  const input = tool.kind === 'free' ? `${tool.name}.input` : `${slug}.input`;
  const result = `${slug}.result`;
  const example = tool.examples[0];
  const extensions = { 'x-price-usdc': paid.priceUsdc, 'x-rails': paid.rails };
  const closed = problem('Paid tools are not configured or not reachable; free tools keep working');
  return {
    get: {
      operationId: `${camel(slug)}Terms`,
      summary: `Terms of ${slug}`,
      description: 'Discovery challenge without side effects. Do not sign it for a call that depends on its body.',
      tags: ['paid'],
      ...extensions,
      responses: { '402': challenge, '429': commonProblems['429'], '503': closed },
    },
    post: {
      operationId: camel(slug),
      summary: `${tool.title} ($${paid.priceUsdc})`,
      description: `${descriptionOf(tool)} Charged when ${paid.chargesWhen}. Free when ${paid.freeWhen}.`,
      tags: ['paid'],
      ...extensions,
      parameters: [paymentHeader],
      requestBody: {
        required: false,
        content: body(
          refTo(input),
          example ? { examples: { first: { summary: example.title, value: example.arguments } } } : {},
        ),
      },
      responses: {
        '200': {
          description: 'The paid result with its receipt, or a free diagnostic with charged: false',
          headers: {
            'PAYMENT-RESPONSE': { description: 'Receipt, base64; only after settlement', schema: { type: 'string' } },
          },
          content: body(refTo(result)),
        },
        '402': challenge,
        '409': problem('The payment belongs to another request, or is being worked on: wait for Retry-After seconds'),
        '410': problem('Charged and delivered before; the result is no longer kept. The receipt is in the answer'),
        '502': problem(
          'The outcome of the settlement is not known (charged: unknown), or the facilitator could not be reached to verify; the result is withheld',
        ),
        '503': closed,
        ...bodyProblems,
      },
    },
  };
}
