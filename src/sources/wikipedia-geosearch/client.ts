import { z } from 'zod';
import { instantOf } from '../../fields/dates.ts';
import { compass } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { isAboutPeople, pagesAround, type WikiPage } from '../shared/wikimedia.ts';
import card from './card.ts';

/** As many as the wiki gives the opening words of in one answer. */
export const nearestRead = 20;
const quotedLength = 240;

export interface Article {
  readonly title: string;
  readonly url: string;
  /** The revision that the words are of. */
  readonly revisionId?: number;
  readonly lastEditedOn?: string;
  readonly distanceMeters: number;
  readonly direction: string;
  readonly shortDescription?: string;
  /** Opening words in quotation marks. */
  readonly openingWords?: string;
}

export interface ArticlesNear {
  readonly articles: readonly Article[];
  /** Articles among the nearest that are about people, or not known not to be. */
  readonly aboutPeople: number;
}

const Fields = z.looseObject({
  extract: z.string().nullish(),
  description: z.string().nullish(),
  fullurl: z.string().nullish(),
  lastrevid: z.int().nullish(),
  revisions: z.array(z.looseObject({ timestamp: z.string().nullish() })).nullish(),
  categories: z.array(z.looseObject({ title: z.string() })).nullish(),
});

/** A whole sentence where one ends inside the length, else words up to it. */
function quoted(extract: unknown): string | undefined {
  const text = textOf(extract, 1500);
  if (!text) return undefined;
  if (text.length <= quotedLength) return `“${text}”`;
  const head = text.slice(0, quotedLength);
  const end = [...head.matchAll(/[a-z)\d]{3}[.!?] (?=[A-Z])/g)].at(-1);
  return end ? `“${head.slice(0, end.index + 4)}”` : `“${head.slice(0, head.lastIndexOf(' ')).trimEnd()} …”`;
}

/** The address of the article where it is one of this wiki; by its number otherwise. */
function addressOf({ pageId }: WikiPage, given: string | null | undefined): string {
  return given && /^https:\/\/en\.wikipedia\.org\/wiki\/\S+$/.test(given)
    ? given
    : `https://en.wikipedia.org/?curid=${pageId}`;
}

function toArticle(page: WikiPage, from: GeoPoint): Article | undefined {
  const parsed = Fields.safeParse(page.fields);
  const title = textOf(page.title, 160);
  if (!parsed.success || !title) return undefined;
  const { extract, description, fullurl, lastrevid, revisions, categories } = parsed.data;
  const names = categories?.map((category) => category.title.replace(/^Category:/, ''));
  if (isAboutPeople(title, names)) return undefined;
  return defined({
    title,
    url: addressOf(page, fullurl),
    revisionId: lastrevid ?? undefined,
    lastEditedOn: instantOf(revisions?.[0]?.timestamp)?.slice(0, 10),
    distanceMeters: page.distanceMeters,
    direction: compass(from, page.at),
    shortDescription: textOf(description, 120),
    openingWords: quoted(extract),
  });
}

/**
 * Articles of the English Wikipedia about places, among the nearest {@link nearestRead} with coordinates around a point.
 * `empty` where there are none, or none that is not about people.
 */
export async function articlesNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<ArticlesNear>> {
  const found = await pagesAround(sources, card, {
    point,
    radiusMeters,
    limit: nearestRead,
    ask: {
      prop: 'extracts|info|description|revisions|categories',
      inprop: 'url',
      rvprop: 'timestamp',
      exintro: '1',
      explaintext: '1',
      exlimit: 'max',
      clshow: '!hidden',
      cllimit: 'max',
    },
  });
  if (!hasData(found)) return found;
  const articles = found.data.flatMap((page) => toArticle(page, point) ?? []);
  const lookup = { ...found, data: { articles, aboutPeople: found.data.length - articles.length } };
  if (articles.length > 0) return lookup;
  const none = noneOf(lookup);
  return none.state === 'empty' ? { ...none, reason: 'none of the nearest articles is about a place' } : none;
}
