import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { computed, day, flag, id, number, table, text } from '../../fields/define.ts';
import { defined } from '../../kernel/defined.ts';
import { citing, hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { openFemaRows } from '../drivers/openfema.ts';
import { quoted } from '../drivers/rows.ts';
import { wrongShape } from '../shared/lookup.ts';

const card = sourceCard('openfema');

/** The program began in 1968: an earlier two-digit year is one of this century. */
const firstYear = 68;

/** A day of the book with its note: `08/15/78(E)`, `09/24/21`, `(NSFHA)`, or an ISO day. */
function bookDay([value]: readonly unknown[]): { date?: string; note?: string } {
  const written = textOf(value) ?? '';
  const short = /^(?:(\d{2})\/(\d{2})\/(\d{2}))?\s*(?:\(([^()]{1,20})\))?$/.exec(written);
  if (!short) return defined({ date: dateOf(written) });
  const [, month, date, year = '', note] = short;
  const century = Number(year) >= firstYear ? '19' : '20';
  return defined({ date: month ? dateOf(`${month}/${date}/${century}${year}`) : undefined, note: textOf(note, 20) });
}

const BookDay = z.strictObject({ date: z.string().optional(), note: z.string().optional() });
const always = { required: true } as const;
const percent = { minimum: 0, maximum: 100 } as const;

export const communityBook = table(
  card.id,
  {
    communityId: id('communityIdNumber', always),
    name: text('communityName', { maxLength: 120, otherwise: 'not named' }),
    county: text('county', { maxLength: 120, description: 'Several between slashes' }),
    state: text('state', { maxLength: 20 }),
    participating: flag('participatingInNFIP', always),
    entry: computed(['regularEmergencyProgramDate'], BookDay, bookDay, always),
    out: computed(['sanctionDate'], BookDay, bookDay, always),
    currentMap: computed(['currentlyEffectiveMapDate'], BookDay, bookDay, always),
    firstRateMapOn: day('initialFloodInsuranceRateMap', {
      means: 'first rate map',
      description: 'Day of the first flood insurance rate map of the community',
    }),
    crsClass: number('classRating', {
      minimum: 1,
      maximum: 10,
      missingValues: [0],
      description: 'Class in the Community Rating System, 1 to 10; absent: not rated',
    }),
    discountPercent: number('sfhaDiscount', {
      ...percent,
      description: 'Listed discount inside special flood hazard areas',
    }),
    discountOutsidePercent: number('nonSfhaDiscount', {
      ...percent,
      description: 'Listed discount outside special flood hazard areas',
    }),
    classFrom: day('classRatingEffectiveDate', { means: 'class effective' }),
    asOf: day('lastRefresh', { means: 'refreshed' }),
  },
  [
    {
      // a first day can be written a century late: no map of the program is younger than the book itself
      fields: ['firstRateMapOn', 'asOf'],
      rule: 'firstRateMapOn is not after asOf',
      check: ({ firstRateMapOn, asOf }) =>
        String(firstRateMapOn ?? '') > String(asOf ?? '9999')
          ? { field: 'firstRateMapOn', why: 'order', reason: 'a first map is younger than the book' }
          : undefined,
    },
  ],
);

const sanctions: Readonly<Record<string, 'suspended' | 'withdrawn'>> = { S: 'suspended', W: 'withdrawn' };

/** One community: whether it takes part, since when, and what the book says of its maps. */
function toStatus({ entry, out, currentMap, ...row }: NonNullable<ReturnType<typeof communityBook.read>>) {
  const { participating } = row;
  const program = entry.note === 'E' ? ('Emergency' as const) : ('Regular' as const);
  const isOut = !participating && (out.date ?? out.note) !== undefined;
  const { discountPercent, discountOutsidePercent, classFrom, ...unrated } = row;
  const isRated = row.crsClass !== undefined;
  return defined({
    ...unrated,
    discountPercent: isRated ? discountPercent : undefined,
    discountOutsidePercent: isRated ? discountOutsidePercent : undefined,
    classFrom: isRated ? classFrom : undefined,
    /** Absent where the community does not take part, or where the book gives no day of entry. */
    program: participating && entry.date ? program : undefined,
    entered: participating ? entry.date : undefined,
    /** Why a community that does not take part is out, by the book's letter. */
    sanction: isOut ? (sanctions[out.note ?? ''] ?? ('not stated' as const)) : undefined,
    sanctioned: isOut ? out.date : undefined,
    currentMapOn: currentMap.date,
    /** The book's note on the current map, for example NSFHA or (M). */
    currentMapNote: currentMap.note,
  });
}
export type CommunityStatus = ReturnType<typeof toStatus>;

const citation = {
  sourceName: 'OpenFEMA NFIP Community Status Book, version 1',
  sourceUrl: 'https://www.fema.gov/openfema-data-page/nfip-community-status-book-v1',
};

/**
 * One community of the National Flood Insurance Program by its six-digit number, as the status book lists it; `empty`
 * where the book has no community of that number.
 */
export async function communityStatus(sources: SourceAccess, communityId: string): Promise<Lookup<CommunityStatus>> {
  const lookup = await openFemaRows(sources, communityBook, {
    entity: 'v1/NfipCommunityStatusBook',
    filter: `communityIdNumber eq ${quoted(communityId)}`,
    limit: 5,
    ttlSeconds: 604_800,
    citation,
  });
  if (!hasData(lookup)) return lookup;
  const [row] = lookup.data.rows;
  if (!row) return wrongShape(sources, card);
  return citing({ ...lookup, data: toStatus(row) }, { recordId: row.communityId, sourceDate: row.asOf });
}
