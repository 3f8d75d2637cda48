import { errorCatalog } from '../../kernel/error-catalog.ts';
import { categories, type FreeTool, type Tool } from '../registry.ts';
import { descriptionOf, type SoldTool, schemaUrlOf, soldTools } from './entry.ts';
import { Components, fixedParts, refTo, sharedFields } from './openapi-components.ts';
import {
  body,
  bodyProblems,
  callOperation,
  callSchemas,
  feedbackOperation,
  meaningOf,
  problem,
  responseRef,
  sharedResponses,
} from './openapi-paths.ts';
import { protocolPaths, servicePaths } from './openapi-service.ts';
import { type Publication, serviceDescription, serviceTitle } from './publication.ts';
import { dialect } from './tools-list.ts';

const camel = (slug: string) => slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const text = { type: 'string' };

/** What the definition of a route declares beyond the common parts; a dual of a free tool declares none. */
function declaredBy(tool: SoldTool) {
  if (tool.kind === 'free') return { isLicensed: false, isJob: false, ownErrors: [], maxBodyBytes: undefined };
  const { buys, ownErrors = [], maxBodyBytes } = tool.paid;
  return { isLicensed: buys !== undefined, isJob: tool.job !== undefined, ownErrors, maxBodyBytes };
}

function withOwn(tool: SoldTool, status: number, shared: string) {
  const own = declaredBy(tool).ownErrors.filter((code) => errorCatalog()[code].status === status);
  return own.length === 0 ? responseRef(shared) : problem(`${fixedParts().responses[shared]}. ${meaningOf(own)}`);
}

/** What is sent once it is settled, or the free diagnostic. */
function soldResponse(tool: SoldTool, result: string) {
  const { isLicensed, isJob } = declaredBy(tool);
  const drawn = 'Only once it is settled with a licensed part in it: drawn anew for its buyer and kept nowhere';
  return {
    description: `The paid result with its receipt, or a free diagnostic with charged: false${isJob ? '. The result is a job that goes on: its statusUrl answers with how far it is' : ''}${isLicensed ? '. What holds a licensed part has no public copy: with Accept: text/html or application/pdf its page or PDF is the body; the same payment sent again is not charged again' : ''}`,
    headers: {
      'PAYMENT-RESPONSE': { description: 'Receipt, base64; only after settlement', schema: text },
      Link: {
        description: `Page, PDF and data of what was bought, each with rel="alternate"; only after settlement${isLicensed ? ', and only where nothing licensed is in it' : ''}`,
        schema: text,
      },
      ...(isJob && {
        'Retry-After': {
          description: 'Seconds until statusUrl is worth reading; only while work remains',
          schema: text,
        },
      }),
    },
    content: {
      ...body(refTo(result)),
      ...(isLicensed && {
        'text/html': { schema: { ...text, description: drawn } },
        'application/pdf': { schema: { ...text, description: drawn } },
      }),
    },
  };
}

/**
 * `GET` (discovery challenge) and `POST` (call) of one paid route.
 * @param elsewhere where the schema of what it returns is; absent: it is in this document
 */
function paidOperations(tool: SoldTool, elsewhere: string | undefined) {
  const { slug, paid } = tool;
  const { isLicensed, isJob, maxBodyBytes } = declaredBy(tool);
  const input = tool.kind === 'free' ? `${tool.name}.input` : `${slug}.input`;
  const result = elsewhere === undefined ? `${slug}.result` : 'SoldAnswer';
  const example = tool.examples[0];
  return {
    get: {
      operationId: `${camel(slug)}Terms`,
      summary: `Terms of ${slug}`,
      description: 'Discovery challenge without side effects. Do not sign it for a call that depends on its body.',
      tags: ['paid'],
      responses: { '402': responseRef('Terms'), '429': responseRef('TooMany'), '503': responseRef('NotSelling') },
    },
    post: {
      operationId: camel(slug),
      summary: `${tool.title} ($${paid.priceUsdc})`,
      description: `${elsewhere === undefined ? descriptionOf(tool) : tool.summary} Charged when ${paid.chargesWhen}. Free when ${paid.freeWhen}.`,
      tags: ['paid'],
      'x-price-usdc': paid.priceUsdc,
      'x-rails': paid.rails,
      // read by indexers of x402 services
      'x-payment-info': { pricingMode: 'fixed', price: paid.priceUsdc, protocols: ['x402'] },
      ...(elsewhere !== undefined && { externalDocs: { url: elsewhere } }),
      parameters: [{ $ref: '#/components/parameters/Payment' }],
      requestBody: {
        required: false,
        content: body(
          refTo(input),
          example ? { examples: { first: { summary: example.title, value: example.arguments } } } : {},
        ),
      },
      responses: {
        '200': isLicensed || isJob || elsewhere === undefined ? soldResponse(tool, result) : responseRef('Sold'),
        ...bodyProblems,
        '400': withOwn(tool, 400, 'Refused'),
        '402': responseRef(isLicensed ? 'TermsWithProvider' : 'Terms'),
        '409': withOwn(tool, 409, 'OtherPurchase'),
        '410': responseRef('Expired'),
        ...(maxBodyBytes && { '413': problem(`The body is larger than ${Math.floor(maxBodyBytes / 2 ** 20)} MB`) }),
        ...(isLicensed && { '429': responseRef('ProviderBusy') }),
        '502': responseRef('Unsettled'),
        '503': responseRef(isLicensed ? 'ProviderFault' : 'NotSelling'),
      },
    },
  };
}

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
      const part = all[kind as Kind][name ?? ''];
      if (!part) throw new Error(`no component ${key}`);
      follow(part);
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
    if (whole) components.add(`${tool.slug}.result`, tool.bodiesJsonSchema);
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
      ...reached(paths, {
        schemas: schemasOf(parts),
        responses: sharedResponses(),
        parameters: fixedParts().parameters,
      }),
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
