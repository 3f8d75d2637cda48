import { z } from 'zod';
import type { Bbox } from '../../geometry/geo.ts';
import type { Citation } from '../../kernel/citation.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { cite } from '../shared/lookup.ts';
import { readPages } from './pages.ts';
import { cutAt, listLookup, namedColumns, pick } from './rows.ts';

export interface StacQuery {
  /** Address of the search, `…/search`; the card's endpoint where absent. */
  readonly searchUrl?: string;
  readonly collections: readonly string[];
  readonly bbox?: Bbox;
  /** GeoJSON geometry; instead of `bbox`. */
  readonly intersects?: Readonly<Record<string, unknown>>;
  /** RFC 3339 interval, `2025-05-01T00:00:00Z/2025-05-31T23:59:59Z`. */
  readonly datetime?: string;
  /** STAC query extension, for example `{"eo:cloud_cover":{"lt":30}}`; POST only. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly sortby?: readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[];
  /** Properties of an item that are kept. */
  readonly properties: readonly string[];
  /** Items at most; 50 where absent. */
  readonly limit?: number;
  readonly method?: 'GET' | 'POST';
  readonly ttlSeconds?: number;
  readonly citation?: Partial<Citation>;
}

export interface StacItem {
  readonly id: string;
  readonly collection: string | undefined;
  readonly bbox: readonly number[] | undefined;
  /** GeoJSON. */
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Addresses of the item's files by asset name. */
  readonly assets: Readonly<Record<string, { readonly href: string; readonly type?: string | undefined }>>;
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
      collection: z.string().optional(),
      bbox: z.array(z.number()).optional(),
      geometry: z.unknown(),
      properties: z.record(z.string(), z.unknown()),
      assets: z.record(z.string(), z.looseObject({ href: z.string(), type: z.string().optional() })).default({}),
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

function post(url: string, body: Body): SourceRequest {
  return {
    url,
    method: 'POST',
    idempotent: true,
    headers: { 'content-type': 'application/json', accept: 'application/geo+json, application/json' },
    body: JSON.stringify(body),
  };
}

function firstRequest(url: string, query: StacQuery, limit: number): SearchPage {
  const body = {
    collections: query.collections,
    ...(query.intersects ? { intersects: query.intersects } : query.bbox && { bbox: query.bbox }),
    ...(query.datetime && { datetime: query.datetime }),
    ...(query.query && { query: query.query }),
    ...(query.sortby && { sortby: query.sortby }),
    limit: Math.min(limit + 1, 250),
  };
  if (query.method !== 'GET') return { request: post(url, body), body };
  if (query.query) throw new Error('the query extension goes by POST');
  const params = new URLSearchParams({
    collections: query.collections.join(','),
    ...(query.intersects
      ? { intersects: JSON.stringify(query.intersects) }
      : query.bbox && { bbox: query.bbox.join(',') }),
    ...(query.datetime && { datetime: query.datetime }),
    ...(query.sortby && {
      sortby: query.sortby.map((s) => `${s.direction === 'asc' ? '+' : '-'}${s.field}`).join(','),
    }),
    limit: String(body.limit),
  });
  return { request: { url: `${url}?${params}`, headers: { accept: 'application/geo+json, application/json' } }, body };
}

/** The next page as the server describes it: an address, or a body to post; only on the same host. */
function nextRequest(links: readonly unknown[], url: string, sent: Body): SearchPage | undefined {
  const link = links.map((entry) => LinkSchema.safeParse(entry)).find((entry) => entry.data?.rel === 'next')?.data;
  if (!link || !URL.canParse(link.href, url) || new URL(link.href, url).host !== new URL(url).host) return undefined;
  const href = new URL(link.href, url).href;
  if (link.method?.toUpperCase() !== 'POST') return { request: { url: href }, body: sent };
  const body = link.merge ? { ...sent, ...link.body } : (link.body ?? sent);
  return { request: post(href, body), body };
}

function itemsIn(body: unknown, kept: readonly string[]) {
  const parsed = SearchSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { features, links, numberMatched, context } = parsed.data;
  const rows = features.map(({ id, collection, bbox, geometry, properties, assets }): StacItem => {
    const files = Object.entries(assets).map(([name, { href, type }]) => [name, { href, type }] as const);
    return {
      id,
      collection,
      bbox,
      geometry,
      properties: pick(properties, kept),
      assets: Object.fromEntries(files),
    };
  });
  return { rows, links, matched: numberMatched ?? context?.matched ?? undefined };
}

/** Items of a STAC search, following `rel=next` in both of its forms; more than `limit` is `partial`. */
export async function searchStac(
  sources: SourceAccess,
  card: SourceCard,
  query: StacQuery,
): Promise<Lookup<readonly StacItem[]>> {
  const url = query.searchUrl ?? card.endpoint;
  const limit = query.limit ?? 50;
  const kept = namedColumns(card, query.properties);
  const outcome = await readPages(sources, card, {
    start: firstRequest(url, query, limit),
    request: ({ request }) => ({
      ...request,
      ...(query.ttlSeconds !== undefined && { ttlSeconds: query.ttlSeconds }),
    }),
    read: (body) => itemsIn(body, kept),
    next: ({ rows, links }, { body }, itemsRead) =>
      rows.length === 0 || itemsRead > limit ? undefined : nextRequest(links, url, body),
    maxPages,
    noun: 'items',
  });
  if ('lookup' in outcome) return outcome.lookup;
  const { rows: items, pages, reply, stopped } = outcome.read;
  const matched = pages.find((page) => page.matched !== undefined)?.matched;
  const missing = stopped ?? (items.length > limit ? cutAt(limit, matched) : undefined);
  return listLookup(items.slice(0, limit), cite(card, reply, query.citation), missing, outcome.read.failed);
}
