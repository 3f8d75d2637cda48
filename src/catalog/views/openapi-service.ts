import { documentOperation, problem, responseRef } from './openapi-paths.ts';
import type { Publication } from './publication.ts';
import { callSurface, documentSurface } from './surface.ts';
import { toolCategories } from './tools-list.ts';

const text = { type: 'string' };

const documentsOfOne = [
  ['/tools/list/{name}', 'getTool', 'One free tool with both schemas, sources, limits and examples'],
  ['/openapi/{name}.json', 'getToolDescription', 'OpenAPI description of one tool by its name or slug'],
  ['/.well-known/ai-tool/{slug}.json', 'getManifest', 'Manifest of one paid route'],
] as const;

const query = (name: string, description: string, schema: object) => ({ name, in: 'query', description, schema });

/** Operations of the documents, of health and readiness. */
export function servicePaths(pub: Publication) {
  const names = toolCategories(pub.registry).map(({ category }) => category);
  const category = query('category', 'Only this category', { type: 'string', enum: names });
  const whole = query('schemas', '1 for everything about each tool', { type: 'string', enum: ['0', '1'] });
  const parameters: Record<string, object[]> = {
    openapi: [whole],
    toolsList: [query('compact', '1 for the short form', { type: 'string', enum: ['0', '1'] }), whole, category],
    unified: [whole],
    paidIndex: [whole],
    mcpCatalog: [
      query('q', 'Words or a tool name', { type: 'string', maxLength: 400 }),
      query('limit', 'Most entries', { type: 'integer', minimum: 1, maximum: 20, default: 5 }),
      query('rail', 'Only free tools or only paid routes', { type: 'string', enum: ['free', 'paid'] }),
      category,
    ],
  };
  const { agentCard, ...others } = documentSurface;
  const { mcpCatalog, signingKeys, status } = callSurface;
  const documents = { ...others, ...(pub.a2a && { agentCard }), mcpCatalog, signingKeys, status };
  const paths: Record<string, object> = {};
  for (const [name, entry] of Object.entries(documents)) {
    const operation = documentOperation(
      `get${name[0]?.toUpperCase()}${name.slice(1)}`,
      entry.title,
      entry.mediaType,
      parameters[name],
    );
    if (parameters[name]) Object.assign(operation.responses, { '400': responseRef('Refused') });
    paths[entry.path] = { get: operation };
  }
  for (const [path, operationId, summary] of documentsOfOne) {
    const name = path.slice(path.indexOf('{') + 1, path.indexOf('}'));
    const operation = documentOperation(operationId, summary, 'application/json', [
      { name, in: 'path', required: true, schema: text },
    ]);
    Object.assign(operation.responses, { '404': responseRef('NotFound') });
    paths[path] = { get: operation };
  }
  for (const name of ['health', 'ready'] as const) {
    paths[callSurface[name].path] = {
      get: {
        operationId: name,
        summary: callSurface[name].title,
        tags: ['service'],
        responses: {
          '200': { description: 'Yes', content: { 'application/json': { schema: { type: 'object' } } } },
          '4XX': problem('Not asked with GET or HEAD'),
          ...(name === 'ready' && { '503': problem('Starting, stopping, or a check failed') }),
        },
      },
    };
  }
  return paths;
}

const plain = (
  operationId: string,
  summary: string,
  description: string,
  mediaTypes: readonly string[],
  schema: object,
) => ({
  operationId,
  summary,
  description,
  tags: ['service'],
  requestBody: { required: true, content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])) },
  responses: {
    '200': {
      description: 'Answer of the protocol',
      content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'object' } }])),
    },
    '400': { description: 'Error in the shape of the protocol' },
    '429': responseRef('TooMany'),
  },
});

const a2aMessage = {
  type: 'object',
  properties: {
    message: {
      type: 'object',
      properties: {
        role: { const: 'ROLE_USER' },
        messageId: text,
        taskId: text,
        contextId: text,
        parts: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              data: {
                type: 'object',
                properties: { svcTool: text, arguments: { type: 'object' } },
                required: ['svcTool'],
              },
            },
          },
        },
        metadata: { type: 'object' },
      },
      required: ['role'],
    },
  },
  required: ['message'],
};

const rpcMessage = {
  type: 'object',
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'integer'] },
    method: text,
    params: { type: 'object' },
  },
  required: ['jsonrpc', 'method'],
};

/** Operations that a protocol library speaks. */
export const protocolPaths = (pub: Publication) => ({
  '/mcp': {
    post: plain(
      'mcp',
      callSurface.mcp.title,
      'Model Context Protocol; a client library speaks it.',
      ['application/json'],
      rpcMessage,
    ),
  },
  ...(pub.a2a && {
    [callSurface.a2a.path]: {
      post: plain(
        'sendA2aMessage',
        callSurface.a2a.title,
        'Agent2Agent 1.0. One data part names the tool and its arguments.',
        ['application/json', 'application/a2a+json'],
        a2aMessage,
      ),
    },
  }),
});
