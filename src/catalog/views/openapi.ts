import { categories, type FreeTool, type Tool } from '../registry.ts';
import { paidOutputOf, type SoldTool, schemaUrlOf, soldTools } from './entry.ts';
import { Components, fixedParts, sharedFields } from './openapi-components.ts';
import { paidOperations } from './openapi-paid.ts';
import { callOperation, callSchemas, feedbackOperation, parameters, responses } from './openapi-paths.ts';
import { protocolPaths, servicePaths } from './openapi-service.ts';
import { type Publication, serviceDescription, serviceTitle } from './publication.ts';
import { dialect } from './tools-list.ts';

interface Parts {
  readonly free: readonly FreeTool[];
  readonly sold: readonly SoldTool[];
  readonly whole: boolean;
  readonly paths: Readonly<Record<string, object>>;
  readonly title: string;
  readonly description: string;
}

type Kind = 'schemas' | 'responses' | 'parameters';

function reached(paths: object, all: Readonly<Record<Kind, Readonly<Record<string, unknown>>>>) {
  const names = new Set<string>();
  const follow = (value: unknown) => {
    for (const [, kind, name] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const key = `${kind}/${name}`;
      if (names.has(key)) continue;
      names.add(key);
      follow(all[kind as Kind][name ?? ''] ?? {});
    }
  };
  follow(paths);
  const only = (kind: Kind) =>
    Object.fromEntries(Object.entries(all[kind]).filter(([name]) => names.has(`${kind}/${name}`)));
  return { schemas: only('schemas'), responses: only('responses'), parameters: only('parameters') };
}

function schemasOf({ free, sold, whole }: Parts): Record<string, unknown> {
  const components = new Components();
  for (const tool of free) {
    components.add(`${tool.name}.input`, tool.inputJsonSchema);
    if (whole) components.add(`${tool.name}.result`, tool.outputJsonSchema);
  }
  for (const tool of sold) {
    components.add(tool.kind === 'free' ? `${tool.name}.input` : `${tool.slug}.input`, tool.inputJsonSchema);
    if (whole) components.add(`${tool.slug}.result`, paidOutputOf(tool));
  }
  const schemas = whole ? components.schemas : sharedFields(components.schemas);
  return { ...schemas, ...callSchemas(free, whole), ...fixedParts().components };
}

function describe(pub: Publication, parts: Parts) {
  const { free, sold, whole, title, description } = parts;
  const paths = {
    ...(free.length > 0 && { '/tools/call': { post: callOperation(free, whole) } }),
    ...Object.fromEntries(
      sold.map((tool) => [
        `/api/${tool.slug}`,
        paidOperations(tool, whole ? undefined : `${pub.baseUrl}/openapi/${tool.slug}.json`),
      ]),
    ),
    ...parts.paths,
  };
  const isWholeService = Object.keys(parts.paths).length > 0;
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: pub.version,
      summary: serviceDescription,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: serviceTitle, url: `${pub.baseUrl}/api` },
    },
    jsonSchemaDialect: dialect,
    servers: [{ url: pub.baseUrl }],
    security: [],
    tags: [
      ...(free.length > 0
        ? [{ name: 'free', description: `Free tools: ${Object.values(categories).join(', ')}` }]
        : []),
      ...(sold.length > 0 ? [{ name: 'paid', description: 'Paid routes, bought for one call through x402' }] : []),
      ...(isWholeService ? [{ name: 'service', description: 'Discovery documents, health, protocols' }] : []),
    ],
    paths,
    components: {
      ...reached(paths, { schemas: schemasOf(parts), responses, parameters }),
      ...(isWholeService && { securitySchemes: fixedParts().security }),
    },
  };
}

const how =
  'Free tools run through POST /tools/call; each paid route has its own path below /api and answers 402 with x402 terms first.';

/** `GET /openapi.json`: OpenAPI 3.1.1 of everything that is served; with `whole` what each tool answers too. */
export function openApi(pub: Publication, whole = false) {
  const { registry } = pub;
  const sold = soldTools(registry);
  return describe(pub, {
    free: registry.free,
    sold,
    whole,
    title: serviceTitle,
    description: `${serviceDescription} ${how}${whole ? '' : ' What one tool answers is in /openapi/{name}.json; schemas=1 brings that of all.'}`,
    paths: {
      ...(sold.length > 0 && fixedParts().paths),
      '/feedback': { post: feedbackOperation(registry.guideTool('feedback'), whole) },
      ...servicePaths(pub),
      ...protocolPaths(pub),
    },
  });
}

/** `GET /openapi/<name>.json`: the same of one tool, free, paid or both, with its schemas whole. */
export function toolOpenApi(tool: Tool, pub: Publication) {
  return describe(pub, {
    free: tool.kind === 'free' ? [tool] : [],
    sold: soldTools({ paid: [tool] }),
    whole: true,
    title: `${serviceTitle}: ${tool.title}`,
    description: `${tool.summary} Everything else about it: ${schemaUrlOf(tool, pub)}`,
    paths: {},
  });
}
