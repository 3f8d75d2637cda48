import { categories } from '../registry.ts';
import { paidOutputOf, soldTools } from './entry.ts';
import { Components } from './openapi-components.ts';
import {
  callOperation,
  callSchemas,
  commonProblems,
  documentOperation,
  feedbackOperation,
  paidOperations,
  problem,
} from './openapi-paths.ts';
import { reportPaths, reportSchemas } from './openapi-reports.ts';
import { type Publication, serviceDescription, serviceTitle } from './publication.ts';
import { startTools } from './recommended.ts';
import { callSurface, documentSurface } from './surface.ts';
import { toolCategories } from './tools-list.ts';

const text = { type: 'string' };
const issue = {
  type: 'object',
  properties: { path: text, code: text, message: text },
  required: ['path', 'code', 'message'],
};

const shared = {
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
};

const query = (name: string, description: string, schema: object) => ({ name, in: 'query', description, schema });

function servicePaths(pub: Publication) {
  const names = toolCategories(pub.registry).map(({ category }) => category);
  const category = query('category', 'Only this category', { type: 'string', enum: names });
  const parameters: Record<string, object[]> = {
    toolsList: [query('compact', '1 for the short form', { type: 'string', enum: ['0', '1'] }), category],
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
    if (parameters[name]) Object.assign(operation.responses, { '400': commonProblems['400'] });
    paths[entry.path] = { get: operation };
  }
  paths['/.well-known/ai-tool/{slug}.json'] = {
    get: {
      ...documentOperation('getManifest', 'Manifest of one paid route', 'application/json', [
        { name: 'slug', in: 'path', required: true, schema: text },
      ]),
    },
  };
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
    '429': commonProblems['429'],
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

/** `GET /openapi.json`: OpenAPI 3.1.1 of everything that is served. */
export function openApi(pub: Publication) {
  const { registry, baseUrl } = pub;
  const components = new Components();
  for (const tool of registry.tools) {
    components.add(`${tool.name}.input`, tool.inputJsonSchema);
    components.add(`${tool.name}.result`, tool.outputJsonSchema);
  }
  const sold = soldTools(registry);
  for (const tool of sold) components.add(`${tool.slug}.result`, paidOutputOf(tool));
  const schemas: Record<string, unknown> = {
    ...components.schemas,
    ...callSchemas(registry.free),
    ...shared,
    ...reportSchemas,
  };
  if (sold.length === 0) {
    delete schemas.PaymentRequired;
    delete schemas.ReportSharing;
  }
  return {
    openapi: '3.1.1',
    info: {
      title: serviceTitle,
      version: pub.version,
      summary: serviceDescription,
      description: `${serviceDescription} Free tools run through POST /tools/call; each paid route has its own path below /api and answers 402 with x402 terms first.`,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: serviceTitle, url: `${baseUrl}/api` },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: baseUrl }],
    security: [],
    tags: [
      { name: 'free', description: `Free tools: ${Object.values(categories).join(', ')}` },
      ...(sold.length > 0 ? [{ name: 'paid', description: 'Paid routes, bought for one call through x402' }] : []),
      { name: 'service', description: 'Discovery documents, health, protocols' },
    ],
    paths: {
      '/tools/call': { post: callOperation(registry.free) },
      ...Object.fromEntries(sold.map((tool) => [`/api/${tool.slug}`, paidOperations(tool)])),
      ...(sold.length > 0 && reportPaths),
      '/feedback': { post: feedbackOperation(registry.freeTool(startTools.report)) },
      ...servicePaths(pub),
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
    },
    components: { schemas },
  };
}
