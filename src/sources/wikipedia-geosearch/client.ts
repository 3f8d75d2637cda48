import { z } from 'zod';
import { instantOf } from '../../fields/dates.ts';
import { computed, count, type RowOf, table, text } from '../../fields/define.ts';
import { compass } from '../../geometry/geo.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { isAboutPeople, pagesAround, type WikiPage } from '../shared/wikimedia.ts';

const card = sourceCard('wikipedia-geosearch');

/** As many as the wiki gives the opening words of in one answer. */
export const nearestRead = 20;
const quotedLength = 240;

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
const addressOf = ([given, pageId]: readonly unknown[]): string =>
  typeof given === 'string' && /^https:\/\/en\.wikipedia\.org\/wiki\/\S+$/.test(given)
    ? given
    : `https://en.wikipedia.org/?curid=${pageId}`;

const Revisions = z.array(z.looseObject({ timestamp: z.string().nullish() }));
const Categories = z.array(z.looseObject({ title: z.string() }));

const articles = table(card.id, {
  title: text('title', { maxLength: 160, required: true }),
  url: computed(['fullurl', 'pageid'], z.string(), addressOf, { required: true }),
  revisionId: count('lastrevid'),
  lastEditedOn: computed(['revisions'], z.string(), ([cell]) =>
    instantOf(Revisions.safeParse(cell).data?.[0]?.timestamp)?.slice(0, 10),
  ),
  shortDescription: text('description', { maxLength: 120 }),
  /** Opening words in quotation marks. */
  openingWords: computed(['extract'], z.string(), ([extract]) => quoted(extract)),
});
export type Article = RowOf<typeof articles> & { readonly distanceMeters: number; readonly direction: string };

function toArticle({ fields, at, distanceMeters }: WikiPage, from: GeoPoint): Article | undefined {
  const article = articles.read(fields);
  const categories = Categories.safeParse(fields.categories).data;
  const names = categories?.map(({ title }) => title.replace(/^Category:/, ''));
  if (!article || isAboutPeople(article.title, names)) return undefined;
  return { ...article, distanceMeters, direction: compass(from, at) };
}

/**
 * Articles of the English Wikipedia about places, among the nearest {@link nearestRead} with coordinates around a point.
 * `aboutPeople` counts those among the nearest that are about people, or not known not to be. `empty` where there are none, or none that is not about people.
 */
export async function articlesNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<{ readonly articles: readonly Article[]; readonly aboutPeople: number }>> {
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
