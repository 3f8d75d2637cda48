import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { compass } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { isAboutPeople, pagesAround, type WikiPage } from '../shared/wikimedia.ts';
import card from './card.ts';
import { fieldOf, hasPersonalityRights, type Rights, rightsOf } from './rights.ts';

export const nearestRead = 50;

export interface Picture extends Rights {
  /** Name of the file without its ending. */
  readonly title: string;
  /** Page of the file, with its license and its author. */
  readonly filePage: string;
  readonly thumbnailUrl?: string;
  readonly mediaType: string;
  /** YYYY-MM-DD, as the file states it. */
  readonly takenOn?: string;
  readonly uploadedOn?: string;
  readonly distanceMeters: number;
  readonly direction: string;
}

export interface PicturesNear {
  readonly pictures: readonly Picture[];
  /** Files among the nearest that are left out: people, no picture, or a license that is not free or not known. */
  readonly leftOut: number;
}

const Fields = z.looseObject({
  imageinfo: z
    .array(
      z.looseObject({
        mime: z.string(),
        descriptionurl: z.string(),
        thumburl: z.string().nullish(),
        timestamp: z.string().nullish(),
        extmetadata: z.record(z.string(), z.unknown()),
      }),
    )
    .min(1),
});

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

const fileName = (title: string) => title.replace(/^File:/, '').replace(/\.\w{3,4}$/, '');
const linkOn = (host: string, url: string | null | undefined) =>
  url && new RegExp(`^https://${host}/\\S+$`).test(url) ? url : undefined;

function toPicture(page: WikiPage, from: GeoPoint): Picture | undefined {
  const info = Fields.safeParse(page.fields).data?.imageinfo[0];
  const title = textOf(fileName(page.title), 160);
  if (!info || !title || !/^image\/[\w.+-]{1,40}$/.test(info.mime)) return undefined;
  const { extmetadata: metadata } = info;
  const categories = fieldOf(metadata, 'Categories', 2000)?.split('|');
  if (
    hasPersonalityRights(metadata) ||
    isAboutPeople(title, categories) ||
    showsPeople([title, ...(categories ?? [])])
  ) {
    return undefined;
  }
  const rights = rightsOf(metadata);
  const filePage = linkOn('commons\\.wikimedia\\.org', info.descriptionurl);
  if (!rights || !filePage) return undefined;
  return defined({
    title,
    filePage,
    thumbnailUrl: linkOn('upload\\.wikimedia\\.org', info.thumburl),
    mediaType: info.mime,
    takenOn: dateOf(fieldOf(metadata, 'DateTimeOriginal', 40)),
    uploadedOn: dateOf(info.timestamp),
    distanceMeters: page.distanceMeters,
    direction: compass(from, page.at),
    ...rights,
  });
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
