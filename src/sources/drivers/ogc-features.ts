import { z } from 'zod';
import type { Bbox } from '../../geometry/geo.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { readList } from './pages.ts';
import { namedColumns, pick } from './rows.ts';

export interface FeaturesQuery {
  /** `…/collections/<id>`, with or without `/items`. */
  readonly collectionUrl: string;
  readonly bbox?: Bbox;
  readonly params?: Readonly<Record<string, string>>;
  /** Properties to ask for and to keep; all where absent. */
  readonly properties?: readonly string[];
  /** Features at most; 200 where absent. */
  readonly limit?: number;
  readonly ttlSeconds?: number;
}

export interface Feature {
  readonly id?: string | number;
  readonly properties: Record<string, unknown>;
  /** GeoJSON. */
  readonly geometry?: unknown;
}

const CollectionSchema = z.looseObject({
  features: z.array(
    z.looseObject({
      id: z.union([z.string(), z.number()]).optional(),
      properties: z.record(z.string(), z.unknown()).nullish(),
      geometry: z.unknown().optional(),
    }),
  ),
  numberMatched: z.number().optional(),
  links: z.array(z.looseObject({ rel: z.string().optional(), href: z.string() })).nullish(),
});

const maxPages = 20;

function firstAddress(query: FeaturesQuery, limit: number): URL {
  const base = query.collectionUrl.replace(/\/+$/, '');
  const url = new URL(base.endsWith('/items') ? base : `${base}/items`);
  const params = {
    f: 'json',
    ...(query.bbox && { bbox: query.bbox.join(',') }),
    limit: String(Math.min(limit + 1, 1000)),
    ...(query.properties && { properties: query.properties.join(',') }),
    ...query.params,
  };
  for (const [key, value] of Object.entries(params)) url.searchParams.set(key, value);
  return url;
}

/** The next page as the server names it, if it is on the same host over https. */
function nextAddress(links: z.infer<typeof CollectionSchema>['links'], current: URL): URL | undefined {
  const href = links?.find((link) => link.rel === 'next')?.href;
  if (!href || !URL.canParse(href, current.href)) return undefined;
  const url = new URL(href, current);
  return url.host === current.host && url.protocol === current.protocol && url.href !== current.href ? url : undefined;
}

/** A feature that states something under one of the names; where none does, it is another collection than was agreed. */
const isKnown = ({ properties }: Feature) => Object.values(properties).some((value) => typeof value !== 'object');

function featuresIn(body: unknown, properties: readonly string[] | undefined) {
  const parsed = CollectionSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const rows = parsed.data.features.map(
    ({ id, properties: sent, geometry }): Feature => ({
      ...(id !== undefined && { id }),
      properties: properties ? { ...pick(sent ?? {}, properties) } : (sent ?? {}),
      ...(geometry !== undefined && { geometry }),
    }),
  );
  if (properties && rows.length > 0 && !rows.some(isKnown)) return undefined;
  return { rows, links: parsed.data.links, total: parsed.data.numberMatched };
}
type FeaturesPage = NonNullable<ReturnType<typeof featuresIn>>;

/** Features of an OGC API collection, following `rel=next`; more than `limit` is `partial`. */
export async function queryFeatures(sources: SourceAccess, card: SourceCard, query: FeaturesQuery) {
  if (query.properties) namedColumns(card, query.properties);
  const limit = query.limit ?? 200;
  const paging = {
    start: firstAddress(query, limit),
    request: (url: URL) => ({
      url,
      headers: { accept: 'application/geo+json, application/json' },
      ttlSeconds: query.ttlSeconds,
    }),
    read: (body: unknown) => featuresIn(body, query.properties),
    next: ({ rows, links }: FeaturesPage, url: URL, featuresRead: number) =>
      rows.length === 0 || featuresRead > limit ? undefined : nextAddress(links, url),
    maxPages,
    noun: 'features',
  };
  return readList(sources, card, paging, { limit });
}
