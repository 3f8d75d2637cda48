import type { JsonSchema, Tool } from '../registry.ts';

export type Rail = 'free' | 'paid' | 'free_and_paid';

/** One found tool: what it is, what it costs, whether it only reads, and how to call it. */
export interface SearchHit {
  readonly name: string;
  readonly title: string;
  readonly category: string;
  readonly rail: Rail;
  /** Price of the paid route; a free call of the same tool costs nothing. */
  readonly priceUsdc?: string;
  /** False where a call writes a note or spends money. */
  readonly readOnly: boolean;
  readonly summary: string;
  /** Path of the paid route. */
  readonly endpoint?: string;
  /** Full schema for the first hits, as far as the size allows. */
  readonly inputSchema?: JsonSchema;
  /** Argument names, `*` after a required one, where the schema is left out. */
  readonly arguments?: readonly string[];
}

/** Characters of JSON that one hit may take on average: about 290 tokens, so that five stay under 1,500. */
const charactersPerHit = 960;
/** One exact hit shows its schema whatever the count. */
const leastCharacters = 4800;

const railOf = (tool: Tool): Rail => (tool.kind !== 'free' ? 'paid' : tool.slug ? 'free_and_paid' : 'free');

function argumentList(schema: JsonSchema): string[] {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] };
  return Object.keys(properties).map((name) => (required.includes(name) ? `${name}*` : name));
}

function toHit(tool: Tool, asSlug: boolean): SearchHit {
  return {
    name: asSlug && tool.slug ? tool.slug : tool.name,
    title: tool.title,
    category: tool.category,
    rail: railOf(tool),
    ...(tool.paid && { priceUsdc: tool.paid.priceUsdc }),
    readOnly: tool.kind === 'free' && !asSlug && !tool.writes,
    summary: tool.summary,
    ...(tool.slug && { endpoint: `/api/${tool.slug}` }),
  };
}

export interface Chosen {
  readonly tool: Tool;
  /** Asked for by its slug: shown as the paid route. */
  readonly asSlug: boolean;
}

/** Hits in order; schemas are given from the first hit on until the size for this many hits is used up. */
export function toHits(chosen: readonly Chosen[], reserve: number): SearchHit[] {
  const hits = chosen.map(({ tool, asSlug }) => ({
    ...toHit(tool, asSlug),
    arguments: argumentList(tool.inputJsonSchema),
  }));
  let left = Math.max(leastCharacters, charactersPerHit * chosen.length) - reserve - JSON.stringify(hits).length;
  return hits.map((hit, at) => {
    const { $schema: _, ...schema } = (chosen[at] as Chosen).tool.inputJsonSchema;
    const size = JSON.stringify(schema).length;
    if (size > left) return hit;
    left -= size;
    const { arguments: __, ...rest } = hit;
    return { ...rest, inputSchema: schema };
  });
}
