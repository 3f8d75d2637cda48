import { isAboveClientCap, parseUsdc } from '../../kernel/money.ts';
import { categories } from '../registry.ts';
import {
  networksOf,
  priceOf,
  railOf,
  type SoldTool,
  shortDescription,
  soldTools,
  sourcesOf,
  withoutDialect,
} from './entry.ts';
import { outlineOf } from './outline.ts';
import { type Publication, serviceTitle } from './publication.ts';
import { dialect } from './tools-list.ts';

const manifestType = 'https://ercs.ethereum.org/ERCS/erc-8257#tool-manifest-v1';

function pricingNote({ paid }: SoldTool): string {
  const above = isAboveClientCap(paid.priceUsdc)
    ? ' Above the default ceiling of $1 of published x402 clients: raise the ceiling (maxAmountPerPayment) for this call after the user approved the price.'
    : '';
  return `$${paid.priceUsdc} for one call. The live 402 challenge is authoritative; never reuse cached terms.${above}`;
}

/** Tools worth asking before paying: what the definition names, else the free tool of the same definition. */
function preflightToolsOf(tool: SoldTool, { registry }: Publication): string[] {
  const named = tool.kind === 'free' ? [registry.guideTool('lanes')?.name ?? '', tool.name] : tool.paid.preflightTools;
  return [...new Set(named)].filter((name) => registry.freeTool(name));
}

/** How the free checks before a purchase are called; the index says it once for all routes. */
const freeCall = (pub: Publication, name: string | undefined) => ({
  method: 'POST',
  url: `${pub.baseUrl}/tools/call`,
  body: { name, arguments: { place: '<address, ZIP or place>' } },
});

function sharedEntry(tool: SoldTool, pub: Publication) {
  const { baseUrl } = pub;
  const counterpart: { dualFreeTool?: string; restOnly?: boolean } =
    tool.kind === 'free' ? { dualFreeTool: tool.name } : { restOnly: tool.paid.restOnly ?? false };
  return {
    slug: tool.slug,
    name: tool.slug,
    title: tool.title,
    manifestUrl: `${baseUrl}/.well-known/ai-tool/${tool.slug}.json`,
    endpoint: `${baseUrl}/api/${tool.slug}`,
    ...priceOf(tool.paid.priceUsdc),
    nativeX402Networks: networksOf(tool.paid.rails, pub),
    pricingNote: pricingNote(tool),
    description: shortDescription(tool, 500),
    category: tool.category,
    tags: tool.paid.tags,
    coverageBeforeCharge: true,
    unsupportedRequestsReturnFreeDiagnostic: true,
    preflightTools: preflightToolsOf(tool, pub),
    skillSection: `${baseUrl}/skill.md#paying`,
    rail: railOf(tool),
    kind: tool.kind === 'free' ? 'dual' : tool.kind,
    ...counterpart,
    chargesWhen: tool.paid.chargesWhen,
    freeWhen: tool.paid.freeWhen,
    seeAlso: tool.paid.seeAlso ?? [],
  };
}

/** One entry of the paid index, every field of the specification's catalog index entry; what it returns is outlined. */
export function paidEntry(tool: SoldTool, pub: Publication) {
  return {
    ...sharedEntry(tool, pub),
    inputSchema: withoutDialect(tool.inputJsonSchema),
    outputSchema: outlineOf(tool.bodiesJsonSchema),
    preflight: {
      coverageCheck: pub.registry.guideTool('coverage')?.name,
      laneAvailability: pub.registry.guideTool('lanes')?.name,
      toolsList: `${pub.baseUrl}/tools/list`,
    },
  };
}

/** Everything about one paid route: its schemas whole, sources, limits and an example. */
function wholeEntry(tool: SoldTool, pub: Publication) {
  return {
    ...sharedEntry(tool, pub),
    whenToUse: tool.whenToUse,
    notFor: tool.notFor,
    inputSchema: tool.inputJsonSchema,
    outputSchema: tool.bodiesJsonSchema,
    categoryTitle: categories[tool.category],
    preflight: {
      coverageCheck: freeCall(pub, pub.registry.guideTool('coverage')?.name),
      laneAvailability: freeCall(pub, pub.registry.guideTool('lanes')?.name),
      toolsList: `${pub.baseUrl}/tools/list`,
    },
    sources: sourcesOf(tool, pub),
    limits: tool.limits,
    ...(tool.examples[0] && { example: tool.examples[0].arguments }),
  };
}

/** `GET /.well-known/ai-tool/index.json`; with `whole` everything about each route. */
export function paidIndex(pub: Publication, whole = false) {
  const { baseUrl, networks } = pub;
  const sold = soldTools(pub.registry);
  return {
    service: serviceTitle,
    kind: 'paid_tool_index',
    version: pub.version,
    jsonSchemaDialect: dialect,
    note: 'outputSchema has the first level only; manifestUrl of a route has it whole, schemas=1 brings them for all. The names in preflight are called as preflightCall says.',
    preflightCall: freeCall(pub, '<name>'),
    accountApiKeyRequired: false,
    unifiedCatalogUrl: `${baseUrl}/.well-known/svc-tools.json`,
    topAgentEndpointsUrl: `${baseUrl}/.well-known/svc-agent-endpoints.json`,
    naming: {
      paidRouteStyle: 'hyphen',
      freeToolStyle: 'underscore',
      rule: 'Hyphenated slugs are paid routes (POST /api/<slug>, flat body). Underscore names are free tools (POST /tools/call). Only an entry with dualFreeTool is also callable free.',
    },
    errorCatalog: `${baseUrl}/.well-known/svc-errors.json`,
    skillUrl: `${baseUrl}/skill.md`,
    x402: {
      version: 2,
      authoritativeTerms: 'the live 402 challenge of each endpoint',
      nativeNetworks: [networks.evm.network, networks.solana.network],
      configured: pub.selling,
      clientCapNote:
        'Published x402 clients refuse payments above $1 by default (some above $0.10); in @x402/core spendControls.maxAmountPerPayment raises it.',
      rule: 'Take one complete accepts[] entry unchanged, sign it only after the user approved the price, and resend the identical request with PAYMENT-SIGNATURE. Only PAYMENT-RESPONSE is a receipt.',
    },
    count: sold.length,
    tools: sold.map((tool) => (whole ? wholeEntry(tool, pub) : paidEntry(tool, pub))),
  };
}

/** `GET /.well-known/x402`: what indexers of x402 services query for its terms; nothing where nothing is sold. */
export function x402Resources({ registry, baseUrl, selling }: Publication) {
  return {
    version: 1,
    resources: selling ? soldTools(registry).map(({ slug }) => `${baseUrl}/api/${slug}`) : [],
    instructions: `POST with a flat JSON body; without one, and on GET, a route answers 402 with its terms and an example. Prices and schemas: ${baseUrl}/.well-known/ai-tool/index.json. How to pay: ${baseUrl}/skill.md`,
  };
}

const tagForm = (tag: string) =>
  tag
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32)
    .replace(/-+$/, '');

/** CAIP-19 asset and CAIP-10 recipient of an offer on one network. */
function pricingOf(tool: SoldTool, pub: Publication) {
  return tool.paid.rails.flatMap((rail) => {
    const { network, asset, payTo } = pub.networks[rail];
    if (!payTo) return [];
    const evm = rail === 'evm';
    return [
      {
        amount: parseUsdc(tool.paid.priceUsdc).toString(),
        asset: `${network}/${evm ? 'erc20' : 'token'}:${evm ? asset.toLowerCase() : asset}`,
        recipient: `${network}:${evm ? payTo.toLowerCase() : payTo}`,
        protocol: 'x402',
      },
    ];
  });
}

/**
 * `GET /.well-known/ai-tool/<slug>.json`: the index entry and the members of an ERC-8257 manifest. Its type is claimed
 * only where selling is configured, for without an operator's address the manifest lacks a required member.
 */
export function paidManifest(tool: SoldTool, pub: Publication) {
  const creator = pub.networks.evm.payTo?.toLowerCase();
  const pricing = pricingOf(tool, pub);
  const { tags, ...entry } = wholeEntry(tool, pub);
  return {
    ...(creator && { type: manifestType, creatorAddress: creator }),
    ...entry,
    version: pub.version,
    inputs: tool.inputJsonSchema,
    outputs: tool.bodiesJsonSchema,
    tags: [...new Set([tool.category, ...tags].map(tagForm))].filter(Boolean).slice(0, 16),
    ...(pricing.length > 0 && { pricing }),
    errorCatalog: `${pub.baseUrl}/.well-known/svc-errors.json`,
    indexUrl: `${pub.baseUrl}/.well-known/ai-tool/index.json`,
  };
}
