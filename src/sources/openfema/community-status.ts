import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { odataText, queryOpenFema } from '../drivers/openfema.ts';
import { nullableText, textOrNumber } from '../shared/fields.ts';
import { wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

/** Class of a community in the Community Rating System and the discount that comes with it, as the book lists them. */
export interface CommunityRating {
  readonly class: number;
  /** Percent inside special flood hazard areas. */
  readonly discountPercent?: number;
  /** Percent outside special flood hazard areas. */
  readonly discountOutsidePercent?: number;
  /** Day from which the class holds. */
  readonly effectiveOn?: string;
  /** Day on which the community joined the Community Rating System. */
  readonly joined?: string;
}

/** One community as the NFIP Community Status Book lists it. */
export interface CommunityStatus {
  readonly communityId: string;
  readonly name: string;
  /** Counties as the book writes them, several between slashes. */
  readonly county?: string;
  readonly state?: string;
  readonly participating: boolean;
  /** Absent where the community does not take part, or where the book gives no day of entry. */
  readonly program?: 'Regular' | 'Emergency';
  /** Day of entry into the program. */
  readonly entered?: string;
  /** Why a community that does not take part is out, by the book's letter. */
  readonly sanction?: 'suspended' | 'withdrawn' | 'not stated';
  readonly sanctioned?: string;
  readonly firstRateMap?: string;
  readonly currentMap?: string;
  /** The book's note on the current map, for example NSFHA or (M). */
  readonly currentMapNote?: string;
  readonly rating?: CommunityRating;
}

const Row = z.looseObject({
  communityIdNumber: z.string(),
  communityName: z.string(),
  county: nullableText,
  state: nullableText,
  participatingInNFIP: z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])]),
  initialFloodInsuranceRateMap: nullableText,
  currentlyEffectiveMapDate: nullableText,
  regularEmergencyProgramDate: nullableText,
  sanctionDate: nullableText,
  originalEntryDate: nullableText,
  classRatingEffectiveDate: nullableText,
  classRating: textOrNumber,
  sfhaDiscount: textOrNumber,
  nonSfhaDiscount: textOrNumber,
  lastRefresh: nullableText,
});
type Row = z.infer<typeof Row>;

const yes: ReadonlySet<unknown> = new Set([true, 1, '1', 'true']);
/** The program began in 1968: an earlier two-digit year is one of this century. */
const firstYear = 68;

/** A day of the book with its note: `08/15/78(E)`, `09/24/21`, `(NSFHA)`, or an ISO day. */
function bookDay(value: string | null | undefined): { date?: string; note?: string } {
  const text = (value ?? '').trim();
  const short = /^(?:(\d{2})\/(\d{2})\/(\d{2}))?\s*(?:\(([^()]{1,20})\))?$/.exec(text);
  if (!short) return defined({ date: dateOf(text) });
  const [, month, day, year = '', note] = short;
  const century = Number(year) >= firstYear ? '19' : '20';
  return defined({ date: month ? dateOf(`${month}/${day}/${century}${year}`) : undefined, note: textOf(note, 20) });
}

/** A first day can be written a century late: no map of the program is younger than the book itself. */
function pastDay(value: unknown, asOf: string | undefined): string | undefined {
  const date = dateOf(value);
  return date && asOf && date > asOf ? undefined : date;
}

/** Percent as the book writes it, `25%`, `25` or 25; undefined for anything else. */
function percent(value: unknown): number | undefined {
  const number = numberOf(typeof value === 'string' ? value.replace('%', '') : value);
  return number !== undefined && Number.isInteger(number) && number >= 0 && number <= 100 ? number : undefined;
}

function toRating(row: Row): CommunityRating | undefined {
  const rated = numberOf(row.classRating);
  if (rated === undefined || !Number.isInteger(rated) || rated < 1 || rated > 10) return undefined;
  return defined({
    class: rated,
    discountPercent: percent(row.sfhaDiscount),
    discountOutsidePercent: percent(row.nonSfhaDiscount),
    effectiveOn: dateOf(row.classRatingEffectiveDate),
    joined: dateOf(row.originalEntryDate),
  });
}

const sanctions: Readonly<Record<string, CommunityStatus['sanction']>> = { S: 'suspended', W: 'withdrawn' };

function toStatus(row: Row, asOf: string | undefined): CommunityStatus {
  const participating = yes.has(row.participatingInNFIP);
  const entry = bookDay(row.regularEmergencyProgramDate);
  const sanction = bookDay(row.sanctionDate);
  const current = bookDay(row.currentlyEffectiveMapDate);
  const program = entry.note === 'E' ? ('Emergency' as const) : ('Regular' as const);
  const isOut = !participating && (sanction.date ?? sanction.note) !== undefined;
  return defined({
    communityId: row.communityIdNumber,
    name: textOf(row.communityName, 120) ?? 'not named',
    county: textOf(row.county, 120),
    state: textOf(row.state, 20),
    participating,
    program: participating && entry.date ? program : undefined,
    entered: participating ? entry.date : undefined,
    sanction: isOut ? (sanctions[sanction.note ?? ''] ?? 'not stated') : undefined,
    sanctioned: isOut ? sanction.date : undefined,
    firstRateMap: pastDay(row.initialFloodInsuranceRateMap, asOf),
    currentMap: current.date,
    currentMapNote: current.note,
    rating: toRating(row),
  });
}

const citation = {
  sourceName: 'OpenFEMA NFIP Community Status Book, version 1',
  sourceUrl: 'https://www.fema.gov/openfema-data-page/nfip-community-status-book-v1',
};

/**
 * One community of the National Flood Insurance Program by its six-digit number, as the status book lists it; `empty`
 * where the book has no community of that number.
 */
export async function communityStatus(sources: SourceAccess, communityId: string): Promise<Lookup<CommunityStatus>> {
  const lookup = await queryOpenFema(sources, card, {
    entity: 'v1/NfipCommunityStatusBook',
    filter: `communityIdNumber eq ${odataText(communityId)}`,
    limit: 5,
    ttlSeconds: 604_800,
    citation,
  });
  if (!hasData(lookup)) return lookup;
  const [first] = lookup.data.rows;
  const parsed = Row.safeParse(first);
  if (!parsed.success) return wrongShape(sources, card);
  const sourceDate = dateOf(parsed.data.lastRefresh);
  return {
    ...lookup,
    data: toStatus(parsed.data, sourceDate),
    citation: { ...lookup.citation, recordId: parsed.data.communityIdNumber, ...(sourceDate && { sourceDate }) },
  };
}
