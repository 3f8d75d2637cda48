import { parseUsdc } from '../../kernel/money.ts';
import type { RailKind } from '../../kernel/rail.ts';
import { verifiedOn } from '../../kernel/seen.ts';
import { categories, type FreeTool, type JsonSchema, type Tool } from '../registry.ts';
import { outlineOf } from './outline.ts';
import type { Publication } from './publication.ts';

export type SoldTool = Tool & {
  readonly slug: string;
  readonly paid: NonNullable<Tool['paid']>;
  /** What a call returns with status 200: the sold body, or the free diagnostic. */
  readonly bodiesJsonSchema: JsonSchema;
};

/** Paid routes of the registry, cheapest description of "has a slug and terms". */
export function soldTools(registry: { readonly paid: readonly Tool[] }): readonly SoldTool[] {
  return registry.paid.filter((tool): tool is SoldTool => tool.slug !== undefined && tool.paid !== undefined);
}

/** Which rails a tool has: `free`, `paid`, or both (the free tool and its paid route share a definition). */
export function railOf(tool: Tool): 'free' | 'paid' | 'free_and_paid' {
  if (tool.kind !== 'free') return 'paid';
  return tool.paid ? 'free_and_paid' : 'free';
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A question that the tool answers is introduced as one; a rule of when to use it speaks for itself. */
const occasion = (text: string) => (text.endsWith('?') ? `Answers: ${text}` : text);

/** The full description that an agent chooses by. */
export function descriptionOf(tool: Tool): string {
  return [tool.summary, occasion(tool.whenToUse), tool.notFor, ...tool.limits].map(sentence).join(' ');
}

/** The description of a 402 challenge and of a paid manifest: ASCII, at most `max` characters. */
export function shortDescription(tool: Tool, max = 450): string {
  const terms = tool.paid ? `Charged when ${tool.paid.chargesWhen}.` : '';
  const plain = [tool.summary, occasion(tool.whenToUse), terms]
    .filter(Boolean)
    .map(sentence)
    .join(' ')
    .normalize('NFKD')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/[^\x20-\x7e]/g, '');
  return plain.length <= max ? plain : `${plain.slice(0, max - 3).trimEnd()}...`;
}

/** MCP annotations of the free rail. */
export function annotationsOf(tool: FreeTool) {
  return {
    title: tool.title,
    readOnlyHint: !tool.writes,
    destructiveHint: false,
    idempotentHint: !tool.writes,
    openWorldHint: !tool.closedWorld,
  };
}

/** Price as it is written in the definition and in the smallest unit of the stablecoin. */
export function priceOf(priceUsdc: string) {
  return { priceUsdc, amountAtomic: parseUsdc(priceUsdc).toString(), currency: 'USDC' };
}

export function networksOf(rails: readonly RailKind[], { networks }: Publication): string[] {
  return rails.map((rail) => networks[rail].network);
}

/** Where a tool's facts come from: the cards behind its source ids. */
export function sourcesOf(tool: Tool, { cards }: Publication) {
  return tool.sources.map((id) => {
    const card = cards.find((entry) => entry.id === id);
    return card
      ? {
          id,
          name: card.name,
          publisher: card.publisher,
          url: card.landingUrl,
          verifiedAt: verifiedOn(card.seen) ?? null,
        }
      : { id };
  });
}

/** Argument names, `*` after a required one. */
export function argumentNames(schema: JsonSchema): string[] {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] };
  return Object.keys(properties).map((name) => (required.includes(name) ? `${name}*` : name));
}

const paidBlock = (tool: Tool, pub: Publication) =>
  tool.slug && tool.paid
    ? {
        slug: tool.slug,
        endpoint: `${pub.baseUrl}/api/${tool.slug}`,
        manifestUrl: `${pub.baseUrl}/.well-known/ai-tool/${tool.slug}.json`,
        ...priceOf(tool.paid.priceUsdc),
        nativeX402Networks: networksOf(tool.paid.rails, pub),
        chargesWhen: tool.paid.chargesWhen,
        freeWhen: tool.paid.freeWhen,
      }
    : undefined;

/** Address of everything that is published about one tool, its whole schemas among it. */
export const schemaUrlOf = (tool: Tool, { baseUrl }: Pick<Publication, 'baseUrl'>): string =>
  tool.kind === 'free' ? `${baseUrl}/tools/list/${tool.name}` : `${baseUrl}/.well-known/ai-tool/${tool.slug}.json`;

/** Everything published about one tool, whatever its rail. */
export function entryOf(tool: Tool, pub: Publication) {
  const paid = paidBlock(tool, pub);
  return {
    name: tool.name,
    title: tool.title,
    category: tool.category,
    categoryTitle: categories[tool.category],
    description: descriptionOf(tool),
    summary: tool.summary,
    whenToUse: tool.whenToUse,
    notFor: tool.notFor,
    rail: railOf(tool),
    ...(tool.kind === 'free'
      ? { price: '0', endpoint: `${pub.baseUrl}/tools/call`, annotations: annotationsOf(tool) }
      : {}),
    ...(paid && { paid }),
    scope: tool.scope,
    ...(tool.lane && { lane: tool.lane }),
    placeNeeded: tool.subject as string,
    sources: sourcesOf(tool, pub),
    ...(tool.mirrors && { mirrors: tool.mirrors }),
    limits: tool.limits,
    examples: tool.examples,
    inputSchema: tool.inputJsonSchema,
    outputSchema: tool.outputJsonSchema,
  };
}

/** One line of the list of free tools: what a caller needs to call it. What it answers is outlined. */
export function listedEntryOf(tool: FreeTool, pub: Publication) {
  const { title: _, ...annotations } = annotationsOf(tool);
  return {
    name: tool.name,
    title: tool.title,
    category: tool.category,
    description: [tool.summary, occasion(tool.whenToUse), tool.notFor].map(sentence).join(' '),
    rail: railOf(tool),
    price: '0',
    ...(tool.paid && { paid: { slug: tool.slug, priceUsdc: tool.paid.priceUsdc } }),
    annotations,
    inputSchema: withoutDialect(tool.inputJsonSchema),
    outputSchema: outlineOf(tool.outputJsonSchema),
    schemaUrl: schemaUrlOf(tool, pub),
  };
}

/** The document that a schema is listed in names the dialect once. */
export function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** One line of the catalog of both rails: enough to choose, with the addresses of the rest. */
export function catalogEntryOf(tool: Tool, pub: Publication) {
  const { priceUsdc: _, slug: __, ...entry } = compactEntryOf(tool);
  return {
    ...entry,
    description: [occasion(tool.whenToUse), tool.notFor].map(sentence).join(' '),
    ...(tool.slug &&
      tool.paid && {
        paid: { slug: tool.slug, endpoint: `${pub.baseUrl}/api/${tool.slug}`, ...priceOf(tool.paid.priceUsdc) },
      }),
    scope: tool.scope,
    sources: tool.sources,
    schemaUrl: schemaUrlOf(tool, pub),
  };
}

/** The short form: enough to choose a tool and to ask for its schema. */
export function compactEntryOf(tool: Tool) {
  return {
    name: tool.name,
    title: tool.title,
    category: tool.category,
    rail: railOf(tool),
    ...(tool.paid && { priceUsdc: tool.paid.priceUsdc, slug: tool.slug }),
    readOnly: tool.kind === 'free' && !tool.writes,
    summary: tool.summary,
    arguments: argumentNames(tool.inputJsonSchema),
  };
}
