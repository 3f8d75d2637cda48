import { z } from 'zod';
import type { Bbox } from '../../geometry/geo.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { jsonQuery } from '../shared/query.ts';
import { readList } from './pages.ts';
import { namedColumns, pick } from './rows.ts';

/** A search of the card's endpoint, `…/search`. */
interface StacQuery {
  readonly collections: readonly string[];
  readonly bbox: Bbox;
  /** RFC 3339 interval, `2025-05-01T00:00:00Z/2025-05-31T23:59:59Z`. */
  readonly datetime?: string;
  /** STAC query extension, for example `{"eo:cloud_cover":{"lt":30}}`. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly sortby?: readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[];
  readonly properties: readonly string[];
  /** Items at most; 50 where absent. */
  readonly limit?: number;
}

/** An item without its geometry and its files. */
export interface StacItem {
  readonly id: string;
  readonly bbox: readonly number[] | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
}

const LinkSchema = z.looseObject({
  rel: z.string(),
  href: z.string(),
  method: z.string().optional(),
  body: z.record(z.string(), z.unknown()).optional(),
  merge: z.boolean().optional(),
});

const SearchSchema = z.looseObject({
  features: z.array(
    z.looseObject({
      id: z.string(),
      bbox: z.array(z.number()).optional(),
      properties: z.record(z.string(), z.unknown()),
    }),
  ),
  numberMatched: z.number().optional(),
  context: z.looseObject({ matched: z.number().nullish() }).optional(),
  links: z.array(z.unknown()).default([]),
});

const maxPages = 10;

type Body = Readonly<Record<string, unknown>>;

/** One page of a search: its request, and the body that the next page may build on. */
interface SearchPage {
  readonly request: SourceRequest;
  readonly body: Body;
}

const accept = 'application/geo+json, application/json';

function post(url: string, body: Body): SearchPage {
  const query = jsonQuery(url, body);
  return { request: { ...query, headers: { ...query.headers, accept } }, body };
}

/** The next page as the server describes it: an address, or a body to post; only on the same host. */
function nextPage(links: readonly unknown[], url: string, sent: Body): SearchPage | undefined {
  const link = links.map((entry) => LinkSchema.safeParse(entry)).find((entry) => entry.data?.rel === 'next')?.data;
  if (!link || !URL.canParse(link.href, url) || new URL(link.href, url).host !== new URL(url).host) return undefined;
  const href = new URL(link.href, url).href;
  if (link.method?.toUpperCase() !== 'POST') return { request: { url: href }, body: sent };
  return post(href, link.merge ? { ...sent, ...link.body } : (link.body ?? sent));
}

function itemsIn(body: unknown, kept: readonly string[]) {
  const parsed = SearchSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { features, links, numberMatched, context } = parsed.data;
  const rows = features.map(({ id, bbox, properties }): StacItem => ({ id, bbox, properties: pick(properties, kept) }));
  return { rows, links, total: numberMatched ?? context?.matched ?? undefined };
}
type ItemsPage = NonNullable<ReturnType<typeof itemsIn>>;

/** Items of a STAC search, following `rel=next` in both of its forms; more than `limit` is `partial`. */
export async function searchStac(
  sources: SourceAccess,
  card: SourceCard,
  { properties, limit = 50, ...query }: StacQuery,
): Promise<Lookup<readonly StacItem[]>> {
  const kept = namedColumns(card, properties);
  const paging = {
    start: post(card.endpoint, { ...query, limit: Math.min(limit + 1, 250) }),
    request: ({ request }: SearchPage) => request,
    read: (body: unknown) => itemsIn(body, kept),
    next: ({ rows, links }: ItemsPage, { body }: SearchPage, itemsRead: number) =>
      rows.length === 0 || itemsRead > limit ? undefined : nextPage(links, card.endpoint, body),
    maxPages,
    noun: 'items',
  };
  return readList(sources, card, paging, { limit });
}
