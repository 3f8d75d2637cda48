import { z } from 'zod';
import { distanceMeters } from '../../geometry/geo.ts';
import { hasData, type Lookup, partly } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { getJson } from './lookup.ts';

const Page = z.looseObject({
  pageid: z.int(),
  title: z.string(),
  coordinates: z.array(z.looseObject({ lat: z.number(), lon: z.number() })).nullish(),
});
const Body = z
  .looseObject({
    /** True where nothing was cut; without a query then: nothing is around the point. */
    batchcomplete: z.boolean().optional(),
    query: z.looseObject({ pages: z.array(Page) }).optional(),
  })
  .refine(({ batchcomplete, query }) => batchcomplete === true || query !== undefined);

export interface WikiPage {
  readonly pageId: number;
  readonly title: string;
  readonly at: GeoPoint;
  readonly distanceMeters: number;
  /** Every property that was queried, as the wiki sent it. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface AroundQuestion {
  readonly point: GeoPoint;
  readonly radiusMeters: number;
  /** Pages that are queried, nearest first; at most 50. */
  readonly limit: number;
  /** Parameters besides the search around the point and its coordinates; `prop` is added to. */
  readonly ask: Readonly<Record<string, string>> & { readonly prop: string };
}

/**
 * Pages with coordinates around a point, nearest first. A page without coordinates in the answer is left out, since its
 * distance is not known. An answer that the wiki cut is `partial`.
 */
export async function pagesAround(
  sources: SourceAccess,
  card: SourceCard,
  { point, radiusMeters, limit, ask }: AroundQuestion,
): Promise<Lookup<readonly WikiPage[]>> {
  const { prop, ...more } = ask;
  const query = new URLSearchParams({
    action: 'query',
    format: 'json',
    formatversion: '2',
    generator: 'geosearch',
    ggscoord: `${point.latitude}|${point.longitude}`,
    ggsradius: String(radiusMeters),
    ggslimit: String(limit),
    prop: `coordinates|${prop}`,
    // the default is ten for the whole answer
    colimit: 'max',
    ...more,
  });
  const found = await getJson(sources, card, { url: `${card.endpoint}?${query}` }, Body, {
    isEmpty: (body) => body.query === undefined || body.query.pages.length === 0,
  });
  if (!hasData(found)) return found;
  const pages = (found.data.query?.pages ?? []).flatMap((page): WikiPage[] => {
    const [first] = page.coordinates ?? [];
    if (!first) return [];
    const at = { latitude: first.lat, longitude: first.lon };
    const { pageid: pageId, title } = page;
    return [{ pageId, title, at, distanceMeters: Math.round(distanceMeters(point, at)), fields: page }];
  });
  const data = pages.toSorted((a, b) => a.distanceMeters - b.distanceMeters);
  const read = { ...found, data };
  const reason = `${card.name} sent its answer in parts, and only the first was read.`;
  return found.data.batchcomplete === true ? read : partly(read, reason);
}

const person = [
  /^(possibly )?living people\b/i,
  /^(\d{1,4}s?|\d{1,2}(st|nd|rd|th)[- ]century) (bc )?(births|deaths)\b/i,
  /^(year|date|place) of (birth|death) /i,
  /^people (from|of|in)\b/i,
];
const crime = /\b(murders?|homicides|lynching deaths|kidnappings|missing person cases)\b/i;
const crimeTitle =
  /^(murder|killing|death|shooting|lynching|assassination|disappearance|kidnapping|abduction|trial|execution|rape|suicide)s? of /i;

/**
 * Whether a page is about a person or a crime rather than about a place: by its title and its categories. A page whose
 * categories are not known counts as one, since nothing says that it is not.
 */
export function isAboutPeople(title: string, categories: readonly string[] = []): boolean {
  if (categories.length === 0 || crimeTitle.test(title)) return true;
  return categories.some((category) => crime.test(category) || person.some((pattern) => pattern.test(category)));
}

/** Plain text out of a value with markup in it: tags out, the common character references read. */
export function withoutMarkup(text: string): string {
  return text
    .replace(/<style\b[\s\S]*?(?:<\/style>|$)|<script\b[\s\S]*?(?:<\/script>|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(nbsp|#160);/g, ' ')
    .replace(/&quot;|&#0?34;/g, '"')
    .replace(/&#0?39;|&apos;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
