import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { day, id, type RowOf, sum, table, year } from '../../fields/define.ts';
import { groupBy } from '../../kernel/group.ts';
import { citing, hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { openFemaRows, queryOpenFema } from '../drivers/openfema.ts';
import { quoted } from '../drivers/rows.ts';

const card = sourceCard('openfema');

export interface ClaimYear {
  readonly year: number;
  readonly count: number;
  /** Absent where the year has fewer than {@link minimumForAmounts} claims. */
  readonly paidUsd?: number;
}

export interface CountyClaims {
  readonly count: number;
  /** Claims that were read; fewer than `count` where the list was cut, newest first. */
  readonly read: number;
  /** Absent where not every claim was read: a sum of some claims is no payment of the county. */
  readonly paidUsd?: number;
  /** Claims whose building and contents payments are both not stated; absent as `paidUsd` is. */
  readonly withoutAmount?: number;
  /** Years of loss of which every claim was read, newest first. */
  readonly byYear: readonly ClaimYear[];
  /** Newest year of loss of which not every claim was read; absent where all were. */
  readonly cutYear?: number;
  /** Absent where not every claim was read. */
  readonly byZip?: Readonly<Record<string, { readonly count: number; readonly paidUsd?: number }>>;
}

/** A cell of one or two claims states no amount: it would be the payment of one household. */
export const minimumForAmounts = 3;

const claims = table(card.id, {
  year: year('yearOfLoss', { means: 'loss', required: true }),
  zip: id('reportedZipCode', {
    pattern: z
      .string()
      .transform((text) => text.slice(0, 5))
      .pipe(z.string().regex(/^\d{5}$/)),
  }),
  /** Undefined where both payments are not stated, which is not zero. */
  paidUsd: sum(['amountPaidOnBuildingClaim', 'amountPaidOnContentsClaim'], { unit: 'USD' }),
  asOf: day('asOfDate', { means: 'refreshed' }),
});

type Claim = RowOf<typeof claims>;

const paidIn = (rows: readonly Claim[]) => Math.round(rows.reduce((sum, { paidUsd = 0 }) => sum + paidUsd, 0));

const cell = (rows: readonly Claim[]) => ({
  count: rows.length,
  ...(rows.length >= minimumForAmounts && { paidUsd: paidIn(rows) }),
});

function aggregate(rows: readonly Claim[], counted: number): CountyClaims {
  const byYear = [...groupBy(rows, ({ year }) => String(year))]
    .map(([year, own]) => ({ year: Number(year), ...cell(own) }))
    .toSorted((a, b) => b.year - a.year);
  const count = Math.max(counted, rows.length);
  // the newest losses come first, so the last year of a list that was cut is the one that may be cut itself
  if (rows.length < count) {
    const cutYear = byYear.at(-1)?.year;
    return { count, read: rows.length, byYear: byYear.slice(0, -1), ...(cutYear !== undefined && { cutYear }) };
  }
  return {
    count,
    read: rows.length,
    paidUsd: paidIn(rows),
    withoutAmount: rows.filter(({ paidUsd }) => paidUsd === undefined).length,
    byYear,
    byZip: Object.fromEntries(
      [...groupBy(rows, ({ zip = '' }) => zip)].flatMap(([zip, own]) => (zip === '' ? [] : [[zip, cell(own)]])),
    ),
  };
}

/** Claims that one question reads at most: five pages, which the service gives within a few seconds. */
const mostRead = 5000;

const citation = {
  sourceName: 'OpenFEMA NFIP redacted claims, version 3',
  sourceUrl: 'https://www.fema.gov/openfema-data-page/nfip-claims-v3',
};

const ofCounties = (countyFips: readonly string[]) =>
  countyFips.map((fips) => `countyCode eq ${quoted(fips)}`).join(' or ');

async function claimsWhere(sources: SourceAccess, filter: string, limit: number): Promise<Lookup<CountyClaims>> {
  const lookup = await openFemaRows(sources, claims, {
    entity: 'v3/NfipClaims',
    filter,
    orderBy: 'dateOfLoss desc',
    limit,
    ttlSeconds: 604_800,
    citation,
  });
  if (!hasData(lookup)) return lookup;
  const { rows, count = rows.length } = lookup.data;
  return citing({ ...lookup, data: aggregate(rows, count) }, { sourceDate: rows.find((row) => row.asOf)?.asOf });
}

/**
 * Flood insurance claims of a county, added up by year and ZIP; single claims never leave this function and their
 * coordinates are never requested. The service groups nothing itself: more claims than `limit` is `partial`, the count
 * stays whole, and only the years that were read to their end are added up. Connecticut's two codes may be queried at once.
 */
export const countyClaims = (sources: SourceAccess, countyFips: readonly string[], limit = mostRead) =>
  claimsWhere(sources, ofCounties(countyFips), limit);

/** The same of one ZIP code within the county, for a county whose claims are more than one reading holds. */
export const zipClaims = (sources: SourceAccess, countyFips: readonly string[], zip: string, limit = mostRead) =>
  claimsWhere(sources, `reportedZipCode eq ${quoted(zip)} and (${ofCounties(countyFips)})`, limit);

/**
 * Claims of the counties in each of some years of loss, as the service counts them: for years whose claims are too many to
 * be read and added up. A year without a claim is left out. `partial` where a year could not be queried.
 */
export async function claimCounts(
  sources: SourceAccess,
  countyFips: readonly string[],
  years: readonly number[],
): Promise<Lookup<readonly ClaimYear[]>> {
  const queried = await Promise.all(
    years.map(async (year) => ({
      year,
      lookup: await queryOpenFema(sources, card, {
        entity: 'v3/NfipClaims',
        filter: `(${ofCounties(countyFips)}) and yearOfLoss eq ${year}`,
        select: ['asOfDate'],
        limit: 1,
        ttlSeconds: 604_800,
        citation,
      }),
    })),
  );
  const data = queried.flatMap(({ year, lookup }) =>
    hasData(lookup) && lookup.data.count !== undefined ? [{ year, count: lookup.data.count }] : [],
  );
  const failed = queried.find(({ lookup }) => !hasData(lookup) && lookup.state !== 'empty');
  const asOf = queried.flatMap(({ lookup }) =>
    hasData(lookup) ? (dateOf(lookup.data.rows[0]?.asOfDate) ?? []) : [],
  )[0];
  const [first] = queried.flatMap(({ lookup }) => ('citation' in lookup ? lookup.citation : []));
  const answered = first && { ...first, ...(asOf && { sourceDate: asOf }) };
  if (!answered) {
    const reason = failed && 'reason' in failed.lookup ? (failed.lookup.reason ?? '') : 'no year was queried';
    return { state: 'unavailable', source: card.name, reason };
  }
  if (failed) {
    const reason = `the count of ${failed.year} could not be read`;
    return { state: 'partial', data, citation: answered, reason, missing: 'failed' };
  }
  return data.length > 0 ? { state: 'found', data, citation: answered } : { state: 'empty', citation: answered };
}
