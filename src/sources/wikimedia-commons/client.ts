import { z } from 'zod';
import { computed, day, id } from '../../fields/define.ts';
import { type RowOf, table } from '../../fields/table.ts';
import { compass } from '../../geometry/geo.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { isAboutPeople, pagesAround, type WikiPage } from '../shared/wikimedia.ts';
import { fieldOf, hasPersonalityRights, type Rights, rightsOf } from './rights.ts';

const card = sourceCard('wikimedia-commons');

export const nearestRead = 50;

export interface PicturesNear {
  readonly pictures: readonly Picture[];
  /** Files among the nearest that are left out: people, no picture, or a license that is not free or not known. */
  readonly leftOut: number;
}

const wanted = [
  'LicenseShortName',
  'LicenseUrl',
  'NonFree',
  'Artist',
  'Attribution',
  'Credit',
  'Restrictions',
  'Categories',
  'DateTimeOriginal',
];

const peopleWords =
  /\b(people|persons|men|women|children|boys|girls|babies|portraits?|portrait photographs|politicians?|musicians?|actors?|actresses|athletes|players|families|crowds?|selfies?|protest(s|ers)?|demonstrations|rall(y|ies)|parades?|weddings?|mugshots?)\b(?!['’])/i;

/** Whether the title or a category of a picture speaks of people in it. Broad: what is left out by mistake is no loss. */
const showsPeople = (words: readonly string[]) => words.some((text) => peopleWords.test(text));

const linkOn = (host: string) => z.string().regex(new RegExp(`^https://${host}/\\S+$`));

const pictures = table(card.id, {
  /** Name of the file without its ending. */
  title: computed(
    ['title'],
    z.string(),
    ([title]) =>
      textOf(
        String(title)
          .replace(/^File:/, '')
          .replace(/\.\w{3,4}$/, ''),
        160,
      ),
    { required: true },
  ),
  /** Page of the file, with its license and its author. */
  filePage: id('descriptionurl', { maxLength: 2000, pattern: linkOn('commons\\.wikimedia\\.org'), required: true }),
  thumbnailUrl: id('thumburl', { maxLength: 2000, pattern: linkOn('upload\\.wikimedia\\.org') }),
  mediaType: id('mime', { pattern: z.string().regex(/^image\/[\w.+-]{1,40}$/), required: true }),
  takenOn: day('DateTimeOriginal', { means: 'taken, as the file states it' }),
  uploadedOn: day('timestamp', { means: 'uploaded' }),
});
export type Picture = RowOf<typeof pictures> & Rights & { readonly distanceMeters: number; readonly direction: string };

const Info = z.looseObject({ extmetadata: z.record(z.string(), z.unknown()) });

function toPicture({ title, fields, at, distanceMeters }: WikiPage, from: GeoPoint): Picture | undefined {
  const [first] = Array.isArray(fields.imageinfo) ? fields.imageinfo : [];
  const info = Info.safeParse(first).data;
  if (!info) return undefined;
  const { extmetadata: metadata } = info;
  const picture = pictures.read({ ...info, title, DateTimeOriginal: fieldOf(metadata, 'DateTimeOriginal', 40) });
  const rights = rightsOf(metadata);
  if (!picture || !rights) return undefined;
  const categories = fieldOf(metadata, 'Categories', 2000)?.split('|');
  const isLeftOut =
    hasPersonalityRights(metadata) ||
    isAboutPeople(picture.title, categories) ||
    showsPeople([picture.title, ...(categories ?? [])]);
  return isLeftOut ? undefined : { ...picture, distanceMeters, direction: compass(from, at), ...rights };
}

/**
 * Freely licensed pictures among the nearest {@link nearestRead} located files around a point. Only what describes them is
 * read, never a picture. `empty` where there are none that may be shown.
 */
export async function picturesNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<PicturesNear>> {
  const found = await pagesAround(sources, card, {
    point,
    radiusMeters,
    limit: nearestRead,
    ask: {
      prop: 'imageinfo',
      ggsnamespace: '6',
      ggsprimary: 'all',
      iiprop: 'url|extmetadata|mime|timestamp',
      iiurlwidth: '640',
      iiextmetadatalanguage: 'en',
      iiextmetadatafilter: wanted.join('|'),
    },
  });
  if (!hasData(found)) return found;
  const pictures = found.data.flatMap((page) => toPicture(page, point) ?? []);
  const lookup = { ...found, data: { pictures, leftOut: found.data.length - pictures.length } };
  if (pictures.length > 0) return lookup;
  const none = noneOf(lookup);
  return none.state === 'empty'
    ? { ...none, reason: 'none of the nearest files is a picture that may be shown' }
    : none;
}
