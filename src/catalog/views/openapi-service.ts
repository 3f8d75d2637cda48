import { fixedParts } from './openapi-components.ts';
import { body, operation, parameter, problem, responseRef } from './openapi-paths.ts';
import type { Publication } from './publication.ts';
import { callSurface, documentSurface } from './surface.ts';
import { toolCategories } from './tools-list.ts';

const text = { type: 'string' };

const documentsOfOne = [
  ['/tools/list/{name}', 'getTool', 'One free tool with both schemas, sources, limits and examples'],
  ['/openapi/{name}.json', 'getToolDescription', 'OpenAPI description of one tool by its name or slug'],
  ['/.well-known/ai-tool/{slug}.json', 'getManifest', 'Manifest of one paid route'],
] as const;

const query = (name: string, description: string, schema: object) =>
  parameter('query', name, schema, undefined, description);

/** The read of a document with ETag and 304. */
function documentOperation(
  operationId: string,
  summary: string,
  mediaType: string,
  parameters: readonly object[] | undefined,
  problems: object,
) {
  const type = mediaType.split(';')[0]?.trim() ?? mediaType;
  const schema = type.endsWith('json') ? { type: 'object' } : text;
  const content = { [type]: { schema } };
  const ok = { '200': { description: summary, content }, '304': responseRef('NotChanged') };
  return {
    get: operation('service', operationId, summary, {
      parameters,
      responses: { ...ok, '429': responseRef('TooMany'), ...problems },
    }),
  };
}

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
  const { mcpCatalog, signingKeys, status, securityText } = callSurface;
  const documents = { ...others, ...(pub.a2a && { agentCard }), mcpCatalog, signingKeys, status, securityText };
  const paths: Record<string, object> = {};
  for (const [name, { path, title, mediaType }] of Object.entries(documents)) {
    const operationId = `get${name[0]?.toUpperCase()}${name.slice(1)}`;
    const problems = parameters[name] ? { '400': responseRef('Refused') } : {};
    paths[path] = documentOperation(operationId, title, mediaType, parameters[name], problems);
  }
  for (const [path, operationId, summary] of documentsOfOne) {
    const name = path.slice(path.indexOf('{') + 1, path.indexOf('}'));
    const problems = { '404': responseRef('NotFound') };
    const named = [parameter('path', name, text, true)];
    paths[path] = documentOperation(operationId, summary, 'application/json', named, problems);
  }
  for (const name of ['health', 'ready'] as const) {
    paths[callSurface[name].path] = {
      get: operation('service', name, callSurface[name].title, {
        responses: {
          '200': { description: 'Yes', content: body({ type: 'object' }) },
          '4XX': problem('Not queried with GET or HEAD'),
          ...(name === 'ready' && { '503': problem('Starting, stopping, or a check failed') }),
        },
      }),
    };
  }
  return paths;
}

interface ProtocolParts {
  readonly description: string;
  readonly mediaTypes: readonly string[];
  readonly schema: object | undefined;
  /** Responses besides those of every protocol. */
  readonly more: object;
}

const inItsShape = { description: 'Error in the shape of the protocol' };

function protocolOperation(
  operationId: string,
  summary: string,
  { description, mediaTypes, schema, more }: ProtocolParts,
) {
  const content = (message: object | undefined) =>
    Object.fromEntries(mediaTypes.map((type) => [type, { schema: message }]));
  const refusals = ['400', '408', '413', '415', '500'].map((status) => [status, inItsShape]);
  return operation('service', operationId, summary, {
    description,
    requestBody: { required: true, content: content(schema) },
    responses: {
      '200': { description: 'Answer of the protocol', content: content({ type: 'object' }) },
      ...Object.fromEntries(refusals),
      '429': responseRef('TooMany'),
      ...more,
    },
  });
}

/** Operations that a protocol library speaks. */
export function protocolPaths(pub: Publication) {
  const { mcp, a2a } = callSurface;
  const { messages } = fixedParts();
  const types = ['application/json', 'application/a2a+json'];
  const speaks = 'Model Context Protocol; a client library speaks it.';
  const names = 'Agent2Agent 1.0. One data part names the tool and its arguments.';
  return {
    '/mcp': {
      post: protocolOperation('mcp', mcp.title, {
        ...{ description: speaks, mediaTypes: types.slice(0, 1), schema: messages.mcp },
        more: {
          '200': {
            description: 'Answer of the protocol, as JSON or as one event',
            content: { ...body({ type: 'object' }), 'text/event-stream': { schema: text } },
          },
          '202': { description: 'The notification was taken' },
          '406': inItsShape,
        },
      }),
    },
    ...(pub.a2a && {
      [a2a.path]: {
        post: protocolOperation('sendA2aMessage', a2a.title, {
          ...{ description: names, mediaTypes: types, schema: messages.a2a },
          more: { '404': inItsShape, '503': inItsShape },
        }),
      },
    }),
  };
}
