import type { JsonSchema, Registry, Tool } from './registry.ts';
import { foreignReasons } from './search/foreign.ts';
import { boundaryOf } from './search/forms.ts';
import { exactNames, nearNames, unknownNames } from './search/names.ts';
import { createRanker, type Ranked, type Ranker } from './search/rank.ts';
import { compactEntryOf, withoutDialect } from './views/entry.ts';
import { toolCategories } from './views/tools-list.ts';

type Entry = ReturnType<typeof compactEntryOf>;

/** One found tool; where the query has its slug, its paid route. */
export type SearchHit = Omit<Entry, 'slug' | 'arguments'> & {
  readonly endpoint?: string;
  /** Near the question's subject, which the tool does not surely read. */
  readonly weak?: true;
  /** Full schema for the first hits, as far as the size allows. */
  readonly inputSchema?: JsonSchema;
  /** Argument names, `*` after a required one, where the schema is left out. */
  readonly arguments?: Entry['arguments'];
};

export interface SearchOptions {
  /** Number of hits, 1 to 20; default 5. */
  readonly limit?: number;
  readonly category?: string;
  /** `free`: callable without payment; `paid`: has a paid route. */
  readonly rail?: 'free' | 'paid';
}

export interface SearchResult {
  readonly query: string;
  /** Best first; none where the subject is none of this service. */
  readonly hits: readonly SearchHit[];
  /** Where the subject is none of this service: the nearest tools, and the one that notes what is missing. */
  readonly nearest?: readonly Pick<SearchHit, 'name' | 'title' | 'summary' | 'weak'>[];
  /** What the hits do not do, or what to do next where nothing, or only an unknown name, was found. */
  readonly hint?: string;
  readonly categories?: readonly { category: string; title: string; tools: number }[];
  /** Names near a written name that does not exist. */
  readonly suggestions?: readonly string[];
}

export interface Search {
  search(query: string, options?: SearchOptions): SearchResult;
  /** Names near a wrong one, nearest first. */
  near(name: string, limit?: number): string[];
}

/** Characters of JSON that one hit may take on average: about 290 tokens, so that five stay under 1,500. */
const charactersPerHit = 960;
/** One exact hit shows its schema whatever the count. */
const leastCharacters = 4800;

function toHit({ tool, asSlug, weak }: Chosen) {
  const { slug, arguments: names, ...entry } = compactEntryOf(tool);
  const route = slug ? { ...(asSlug && { name: slug, readOnly: false }), endpoint: `/api/${slug}` } : {};
  return { ...entry, ...route, ...(weak && { weak }), arguments: names };
}

interface Chosen {
  readonly tool: Tool;
  /** The query has its slug: shown as the paid route. */
  readonly asSlug: boolean;
  readonly weak?: boolean;
}

/** Hits in order; schemas are given from the first hit on until the size for this many hits is used up. */
function toHits(chosen: readonly Chosen[], reserve: number): SearchHit[] {
  const hits = chosen.map(toHit);
  let left = Math.max(leastCharacters, charactersPerHit * chosen.length) - reserve - JSON.stringify(hits).length;
  return hits.map((hit, at) => {
    const schema = withoutDialect((chosen[at] as Chosen).tool.inputJsonSchema);
    const size = JSON.stringify(schema).length;
    if (size > left) return hit;
    left -= size;
    const { arguments: _, ...rest } = hit;
    return { ...rest, inputSchema: schema };
  });
}

const maxQuery = 400;

/** What the paid route adds, where the first hit has a fuller one that is not first itself. */
function fullerRoutes([first]: readonly Chosen[], registry: Registry): string[] {
  const more = first?.tool.kind === 'free' ? first.tool.fuller : undefined;
  const paid = more && registry.paidTool(more.slug)?.paid;
  return more && paid ? [`${more.slug} (paid, ${paid.priceUsdc} USDC) adds ${more.adds}.`] : [];
}

/** What is said of hits: of names that do not exist, of a subject that no tool reads, of what answers do not do. */
function hintOf(query: string, wrong: readonly string[], chosen: readonly Chosen[], { absent }: Ranked): string[] {
  const unread = absent?.subject ?? (chosen.every(({ weak }) => weak) ? 'exactly this' : undefined);
  const knownBy = absent ? `: ${absent.knownBy}` : '';
  return [
    ...(wrong.length > 0 ? [`There is no tool named ${wrong.join(', ')}.`] : []),
    ...(unread ? [`No tool here reads ${unread}${knownBy}; the nearest tools are marked weak.`] : []),
    ...[boundaryOf(query) ?? []].flat(),
  ];
}

/** The two nearest tools of a subject that is none of ours, and the tool that notes what is missing. */
function nearestOf({ tools }: Ranked, { free }: Registry): NonNullable<SearchResult['nearest']> {
  const request = free.filter(({ guide }) => guide === 'request');
  const near = [...tools.map(({ tool }) => tool), ...request];
  return near.map(({ name, title, summary }) => ({ name, title, summary, weak: true }));
}

const acceptedBy =
  ({ category, rail }: SearchOptions) =>
  (tool: Tool): boolean =>
    (!category || tool.category === category) &&
    (!rail || (rail === 'free' ? tool.kind === 'free' : tool.slug !== undefined));

/**
 * Search over the registry: names first, then by subject what was learned from questions; the form of a question adds a
 * sentence and takes no hit away. What was learned is read at the first question.
 */
export function createSearch(registry: Registry): Search {
  let ranker: Ranker | undefined;
  return {
    near: (name, limit) => nearNames(name, registry.tools, limit),
    search(text, options = {}) {
      const query = text.trim().slice(0, maxQuery);
      const limit = Math.min(20, Math.max(1, Math.trunc(options.limit ?? 5)));
      const accept = acceptedBy(options);
      const named = exactNames(query, registry.tools).filter(({ tool }) => accept(tool));
      const wrong = unknownNames(query, registry.tools);
      const suggestions = [...new Set(wrong.flatMap((name) => nearNames(name, registry.tools)))].slice(0, 5);
      ranker ??= createRanker(registry.tools);
      const ranked = ranker.rank(query, accept);
      const further = ranked.foreign ? [] : ranked.tools;
      const chosen: Chosen[] = [
        ...named,
        ...further
          .filter(({ tool }) => !named.some((other) => other.tool === tool))
          .map(({ tool, weak }) => ({ tool, weak, asSlug: options.rail === 'paid' })),
      ].slice(0, limit);
      const base = { query, ...(suggestions.length > 0 && { suggestions }) };
      if (chosen.length > 0) {
        const said = [
          ...hintOf(query, wrong, chosen, ranked),
          ...(options.rail ? [] : fullerRoutes(chosen, registry)),
        ].join(' ');
        const hint = said === '' ? {} : { hint: said };
        return { ...base, hits: toHits(chosen, JSON.stringify({ ...base, ...hint }).length + 60), ...hint };
      }
      const nearest = ranked.foreign ? { nearest: nearestOf(ranked, registry) } : {};
      const hint =
        (ranked.foreign && `${foreignReasons[ranked.foreign]} Nothing here reads this; see nearest.`) ??
        (suggestions.length > 0
          ? 'There is no tool of that name; see suggestions.'
          : 'No tool fits these words. Name the subject in a few plain words (flood zone, parcel, permits, tax appeal), or pass a category.');
      return { ...base, hits: [], hint, ...nearest, categories: toolCategories(registry) };
    },
  };
}
