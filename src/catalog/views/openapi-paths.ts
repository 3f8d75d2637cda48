import { type ErrorCode, errorCatalog } from '../../kernel/error-catalog.ts';
import type { FreeTool } from '../registry.ts';
import { descriptionOf } from './entry.ts';
import { fixedParts, refTo } from './openapi-components.ts';

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

/** Answers that many operations have, by the names by which operations refer to them; a text is that of a problem. */
export function sharedResponses(): Readonly<Record<string, object>> {
  const codes: Readonly<Record<string, number>> = { ProviderBusy: 429, ProviderFault: 503 };
  return Object.fromEntries(
    Object.entries(fixedParts().responses).map(([name, response]) => {
      if (typeof response !== 'string') return [name, response];
      return [name, problem(codes[name] ? `${response} ${meaningOf(providerCodes(codes[name]))}` : response)];
    }),
  );
}

export const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` });

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
