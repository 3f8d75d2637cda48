import { z } from 'zod';
import type { Citation } from '../../kernel/citation.ts';
import type { Bbox } from '../../kernel/geo.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { type Answered, cite, failed, wrongShape } from '../shared/lookup.ts';
import { cutAt, listLookup, pick } from './rows.ts';

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
  readonly citation?: Partial<Citation>;
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

/** Features of an OGC API collection, following `rel=next`; more than `limit` is `partial`. */
export async function queryFeatures(
  sources: SourceAccess,
  card: SourceCard,
  query: FeaturesQuery,
): Promise<Lookup<readonly Feature[]>> {
  const limit = query.limit ?? 200;
  const features: Feature[] = [];
  let first: Answered | undefined;
  let matched: number | undefined;
  let missing: string | undefined;
  let url: URL | undefined = firstAddress(query, limit);
  for (let page = 0; url && features.length <= limit; page++) {
    if (page === maxPages) {
      missing = `Reading stopped after ${maxPages} pages; ${features.length} features were read.`;
      break;
    }
    const reply = await sources.fetch(card, {
      url,
      headers: { accept: 'application/geo+json, application/json' },
      ...(query.ttlSeconds !== undefined && { ttlSeconds: query.ttlSeconds }),
    });
    if (!reply.ok && !first) return failed(card, reply);
    const parsed = reply.ok ? CollectionSchema.safeParse(reply.body) : undefined;
    if (!reply.ok || !parsed?.success) {
      if (!first) return wrongShape(card);
      missing = 'A later page could not be read.';
      break;
    }
    first ??= reply;
    matched ??= parsed.data.numberMatched;
    features.push(
      ...parsed.data.features.map(({ id, properties, geometry }) => ({
        ...(id !== undefined && { id }),
        properties: query.properties ? { ...pick(properties ?? {}, query.properties) } : (properties ?? {}),
        ...(geometry !== undefined && { geometry }),
      })),
    );
    url = parsed.data.features.length === 0 ? undefined : nextAddress(parsed.data.links, url);
  }
  if (!first) return wrongShape(card);
  if (features.length > limit) missing ??= cutAt(limit, matched);
  else if (matched !== undefined && matched > features.length) {
    missing ??= `The source counts ${matched} features and gave ${features.length}.`;
  }
  return listLookup(features.slice(0, limit), cite(card, first, query.citation), missing);
}
