import { z } from 'zod';
import { computed, day, id, type RowOf, table } from '../../fields/define.ts';
import { compass } from '../../geometry/geo.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { isAboutPeople, pagesAround, type WikiPage, withoutMarkup } from '../shared/wikimedia.ts';

const card = sourceCard('wikimedia-commons');

/** What a file's license asks of anyone who reuses it. */
interface Rights {
  readonly license: string;
  readonly licenseUrl?: string;
  readonly attributionRequired: boolean;
  /**
   * The author as the file names them. Naming the author is a duty of the license to anyone who made the picture; it is no
   * exception to the rule that nothing is said about people of a property.
   */
  readonly attribution?: string;
}

/** `extmetadata` of a file: a value with markup under each name. */
type Metadata = Readonly<Record<string, unknown>>;

/** Text of one field without markup; electronic addresses are no part of a credit. */
export function fieldOf(metadata: Metadata, name: string, maxLength = 160): string | undefined {
  const field = metadata[name];
  const value = typeof field === 'object' && field !== null && 'value' in field ? field.value : undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const plain = withoutMarkup(String(value)).replace(/(?<!\S)[^\s@]*@\S*\.\S+/g, ' ');
  return textOf(plain, maxLength);
}

const attributed = /^CC[ -]BY(?:[ -]SA)?[ -]\d\.\d(?:[ ,-]|$)/i;
const free = /^(?:CC0(?: 1\.0)?|public domain|PD(?:[ -]\w+)*)$/i;
const notFree = /\b(?:NC|ND|GFDL 1\.2 only|fair use|all rights reserved)\b/i;

/**
 * The rights of a file that may be reused freely; undefined where its license is unknown or not free, or where the license
 * asks for an author or a link that the file does not give.
 */
export function rightsOf(metadata: Metadata): Rights | undefined {
  const license = fieldOf(metadata, 'LicenseShortName', 40);
  if (!license || notFree.test(license) || fieldOf(metadata, 'NonFree')) return undefined;
  const url = fieldOf(metadata, 'LicenseUrl', 200);
  const licenseUrl = url && /^https?:\/\/\S+$/.test(url) ? url.replace(/^http:/, 'https:') : undefined;
  const attribution = fieldOf(metadata, 'Attribution') ?? fieldOf(metadata, 'Artist') ?? fieldOf(metadata, 'Credit');
  const stated = { license, ...(licenseUrl && { licenseUrl }), ...(attribution && { attribution }) };
  if (free.test(license)) return { ...stated, attributionRequired: false };
  return attributed.test(license) && attribution && licenseUrl ? { ...stated, attributionRequired: true } : undefined;
}

/** Whether the file itself is marked as one whose use touches the rights of a person that it shows. */
const hasPersonalityRights = (metadata: Metadata): boolean =>
  /personality/i.test(fieldOf(metadata, 'Restrictions') ?? '');

export const nearestRead = 50;

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
  filePage: id('descriptionurl', { maxLength: 2000, pattern: linkOn('commons\\.wikimedia\\.org'), required: true }),
  thumbnailUrl: id('thumburl', { maxLength: 2000, pattern: linkOn('upload\\.wikimedia\\.org') }),
  mediaType: id('mime', { pattern: z.string().regex(/^image\/[\w.+-]{1,40}$/), required: true }),
  takenOn: day('DateTimeOriginal', { means: 'taken, as the file states it' }),
  uploadedOn: day('timestamp', { means: 'uploaded' }),
});
type Picture = RowOf<typeof pictures> & Rights & { readonly distanceMeters: number; readonly direction: string };

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
 * read, never a picture. `leftOut` counts files of people, no pictures, and those whose license is not free or not known.
 * `empty` where there are none that may be shown.
 */
export async function picturesNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<{ readonly pictures: readonly Picture[]; readonly leftOut: number }>> {
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
