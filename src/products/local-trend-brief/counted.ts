import { defined } from '../../kernel/defined.ts';
import { textOf } from '../../kernel/text.ts';
import type { LaneRow } from '../../places/lanes/reader.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';

/** One calendar quarter; both days belong to it. */
export interface Quarter {
  /** "2026-Q3". */
  readonly name: string;
  readonly from: string;
  readonly until: string;
}

/** Why a count is not shown: it is 1 or 2, or it would give away another one that is. */
export const withheldWords = ['fewer than 3', 'not shown'] as const;
export type Withheld = (typeof withheldWords)[number];

/** A quarter with its count, or with the words that stand for a count that is not shown. */
export interface CountedQuarter extends Quarter {
  readonly records: number | Withheld;
}

/** Of records of incidents, counts of 1 and 2 are not shown: a few in a small area can point at one household. */
export const leastCount = 3;

const day = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

/** The complete calendar quarters that ended before a day, oldest first. */
export function quartersBefore(today: Date, count: number): readonly Quarter[] {
  const current = today.getUTCFullYear() * 4 + Math.floor(today.getUTCMonth() / 3);
  return Array.from({ length: count }, (_, at) => {
    const index = current - count + at;
    const [year, quarter] = [Math.floor(index / 4), index % 4];
    return {
      name: `${year}-Q${quarter + 1}`,
      from: day(year, quarter * 3, 1),
      until: day(year, quarter * 3 + 3, 0),
    };
  });
}

export interface QuarterCount extends Quarter {
  readonly count: number;
}

/** How many of these days (YYYY-MM-DD, or beginning so) lie in a period; both its days belong to it. */
export const countIn = (days: readonly string[], { from, until }: Pick<Quarter, 'from' | 'until'>): number =>
  days.filter((one) => one.slice(0, 10) >= from && one.slice(0, 10) <= until).length;

/**
 * Counts of dated records per quarter. Quarters that end before the first or begin after the last of all the days are
 * left out: the register may not reach there, so that nothing is no count. Days are YYYY-MM-DD or begin so.
 */
export function countQuarters(days: readonly string[], quarters: readonly Quarter[]): readonly QuarterCount[] {
  const sorted = days.map((one) => one.slice(0, 10)).toSorted();
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  return quarters
    .filter(({ from, until }) => until >= first && from <= last)
    .map((quarter) => ({ ...quarter, count: countIn(sorted, quarter) }));
}

const isSmall = ({ count }: QuarterCount) => count > 0 && count < leastCount;

/** Whether the sum of the hidden counts, which is known, leaves it open of each small one whether it is 1 or 2. */
function isHidden(hidden: readonly QuarterCount[]): boolean {
  const small = hidden.filter(isSmall);
  if (small.length === 0) return true;
  const larger = hidden.length - small.length;
  const sum = hidden.reduce((total, { count }) => total + count, 0);
  // the small ones together are at least their number and at most twice that, and the larger ones 3 or more each
  const least = larger === 0 ? sum : small.length;
  const most = larger === 0 ? sum : Math.min(small.length * 2, sum - larger * leastCount);
  return most > least || (least > small.length && least < small.length * 2);
}

/** The small counts, and beside a known sum as many others, the smallest first, as it takes to keep them from following. */
function hiddenBeside(counted: readonly QuarterCount[]): ReadonlySet<QuarterCount> | undefined {
  const hidden = new Set(counted.filter(isSmall));
  const others = counted.filter((one) => !hidden.has(one) && one.count > 0).toSorted((a, b) => a.count - b.count);
  for (const next of others) {
    if (isHidden([...hidden])) break;
    hidden.add(next);
  }
  return isHidden([...hidden]) ? hidden : undefined;
}

/**
 * Counts of 1 and 2 become words. Where their sum is to stand beside them (`withSum`), further counts are held back until
 * no small one follows from it; where too few are left to hold back, the sum is not shown. Pure.
 */
export function toldQuarters(counted: readonly QuarterCount[], withSum: boolean) {
  const hidden = withSum ? hiddenBeside(counted) : undefined;
  return {
    sumIsTold: hidden !== undefined,
    quarters: counted.map((one) => {
      const { count, ...quarter } = one;
      const held = hidden?.has(one) ? ('not shown' as const) : count;
      return { ...quarter, records: isSmall(one) ? ('fewer than 3' as const) : held };
    }),
  };
}

/** How many quarters have three or more records: what a course can be seen in. */
export const fullQuarters = (quarters: readonly QuarterCount[]): number =>
  quarters.filter(({ count }) => count >= leastCount).length;

const quartersOfYear = 4;
const listedTypes = 8;

/** Four complete quarters in a row, with the number of their records. */
interface YearCount {
  readonly from: string;
  readonly until: string;
  readonly count: number;
}

/** The last four complete quarters of a register beside the four before them, as far as it is known to reach. */
interface YearOnYear {
  readonly latest?: YearCount;
  readonly before?: YearCount;
}

const sumOf = (quarters: readonly QuarterCount[]): YearCount | undefined => {
  const [first, last] = [quarters[0], quarters.at(-1)];
  return quarters.length === quartersOfYear && first && last
    ? { from: first.from, until: last.until, count: quarters.reduce((sum, { count }) => sum + count, 0) }
    : undefined;
};

/** Quarters of the last year and of the one before, newest year first; those that were not counted are missing. */
function yearsOf(counted: readonly QuarterCount[], queried: readonly Quarter[]): readonly (readonly QuarterCount[])[] {
  const names = [queried.slice(-quartersOfYear), queried.slice(-2 * quartersOfYear, -quartersOfYear)];
  return names.map((year) => counted.filter(({ name }) => year.some((one) => one.name === name)));
}

/**
 * Twelve months against the twelve before. A year is left out where one of its quarters was not requested, or lies
 * before the first or after the last record: the register may not reach there. Pure.
 */
export function yearOnYear(counted: readonly QuarterCount[], queried: readonly Quarter[]): YearOnYear {
  const [latest, before] = yearsOf(counted, queried).map(sumOf);
  return { ...(latest && { latest }), ...(latest && before && { before }) };
}

interface DatedType {
  readonly day: string;
  readonly type: string | undefined;
}

interface TypeCount {
  /** The publisher's own; undefined for all types together that are not named. */
  readonly type: string | undefined;
  readonly records?: number;
  readonly latest?: number;
  readonly before?: number;
}

const untyped = 'not stated';

/**
 * Records by the publisher's own type, most first, at most eight named ones; the others stand in one row. Where counts of
 * 1 and 2 are not shown (`withholds`), only the last year is counted, and types with so few stand among the others. Pure.
 */
export function countTypes(
  records: readonly DatedType[],
  quarters: readonly Quarter[],
  { latest, before }: YearOnYear,
  withholds: boolean,
): readonly TypeCount[] {
  const [first, last] = [quarters[0], quarters.at(-1)];
  const period = withholds ? latest : first && last && { from: first.from, until: last.until };
  if (!period) return [];
  const days = new Map<string, string[]>();
  for (const { day, type = untyped } of records) days.set(type, [...(days.get(type) ?? []), day]);
  const all = [...days]
    .map(([type, own]) => ({ type, own, count: countIn(own, period) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || a.type.localeCompare(b.type, 'en'));
  const named = all.filter(({ count }) => !withholds || count >= leastCount).slice(0, listedTypes);
  const others = all.filter((one) => !named.includes(one));
  const view = (type: string | undefined, own: readonly string[]): TypeCount => ({
    type,
    ...(!withholds && { records: countIn(own, period) }),
    ...(latest && { latest: countIn(own, latest) }),
    ...(!withholds && before && { before: countIn(own, before) }),
  });
  return [
    ...named.map(({ type, own }) => view(type, own)),
    ...(others.length > 0
      ? [
          view(
            undefined,
            others.flatMap(({ own }) => own),
          ),
        ]
      : []),
  ];
}

export interface CountedRegister {
  readonly quarters: readonly CountedQuarter[];
  readonly years: YearOnYear;
  readonly types: readonly TypeCount[];
  /** Records in the quarters that are counted; absent where a count that is not shown would follow from it. */
  readonly total?: number;
  /** Quarters with three or more records. */
  readonly full: number;
  readonly firstDay: string;
  readonly lastDay: string;
}

const datedOf = ({ occurredAt, fields }: LaneRow): readonly DatedType[] => {
  const named = fields as Readonly<Record<string, unknown>>;
  return occurredAt ? [{ day: occurredAt.slice(0, 10), type: textOf(named.type ?? named.title, 80) }] : [];
};

const canBeTold = (year: YearCount | undefined) => year !== undefined && (year.count === 0 || year.count >= leastCount);

/** Each year by itself, as its sum is beside it; a sum from which a small count follows is not shown. */
function withheld(counted: readonly QuarterCount[], queried: readonly Quarter[], { latest, before }: YearOnYear) {
  const [own = [], earlier = []] = yearsOf(counted, queried);
  const [toldLatest, toldBefore] = [toldQuarters(own, canBeTold(latest)), toldQuarters(earlier, canBeTold(before))];
  const years: YearOnYear = {
    ...(latest && toldLatest.sumIsTold && { latest }),
    ...(before && toldBefore.sumIsTold && { before }),
  };
  return { quarters: [...toldBefore.quarters, ...toldLatest.quarters], years };
}

/**
 * Counts the rows of a register by quarter, by year and by type. Of a register of incidents (`withholds`) counts of 1 and 2
 * are not shown, and nothing from which they follow. `queried` are the complete quarters for which it was read. Pure.
 */
export function countRegister(
  rows: readonly LaneRow[],
  queried: readonly Quarter[],
  withholds: boolean,
): CountedRegister | undefined {
  const records = rows.flatMap(datedOf);
  const days = records.map(({ day }) => day).toSorted();
  const counted = countQuarters(days, queried);
  const [firstDay, lastDay] = [days[0], days.at(-1)];
  if (counted.length === 0 || !firstDay || !lastDay) return undefined;
  const all = yearOnYear(counted, queried);
  const open = { quarters: counted.map(({ count, ...quarter }) => ({ ...quarter, records: count })), years: all };
  const published = withholds ? withheld(counted, queried, all) : open;
  return {
    ...published,
    types: countTypes(records, counted, published.years, withholds),
    ...(!withholds && { total: counted.reduce((sum, { count }) => sum + count, 0) }),
    full: fullQuarters(counted),
    firstDay,
    lastDay,
  };
}

const periodNote = ({ from, until }: Quarter | YearCount) => `${from} to ${until}`;

const typeRow = ({ type, records, latest, before }: TypeCount, citation: string) =>
  defined({
    type: type ?? 'further types together',
    records,
    lastTwelveMonths: latest,
    twelveMonthsBefore: before,
    citation,
  });

/** The counts of a register as facts of an answer. */
export function factsOfRegister(
  { quarters, years, types, total, firstDay, lastDay }: CountedRegister,
  { source: { bias } }: ConfiguredLane,
  citation: string,
): Record<string, unknown> {
  const { latest, before } = years;
  const stated = (year: YearCount | undefined) => year && { value: year.count, note: periodNote(year), citation };
  return defined({
    records: total === undefined ? undefined : { value: total, note: 'in the quarters that are listed', citation },
    lastTwelveMonths: stated(latest),
    twelveMonthsBefore: stated(before),
    change: latest && before && { value: latest.count - before.count, unit: 'records', note: 'arithmetic', citation },
    earliestRecord: { value: firstDay, citation },
    latestRecord: { value: lastDay, citation },
    quarters: quarters.map(({ name, records, from, until }) => ({ quarter: name, records, from, until, citation })),
    types: types.length > 0 ? types.map((type) => typeRow(type, citation)) : undefined,
    measures: bias && { value: bias.measures, citation },
    doesNotMeasure: bias && { value: bias.doesNotMeasure, citation },
    knownBiases: bias && { value: bias.knownBiases.join(' '), citation },
  });
}

/** The counts in a few words of a sentence. */
export function wordsOfRegister({ quarters, years: { latest, before }, total }: CountedRegister): string {
  const span = `${quarters.length} ${quarters.length === 1 ? 'quarter' : 'quarters'} between its first and its last record`;
  const year = latest
    ? `, ${latest.count} records in the twelve months to ${latest.until}${before ? ` and ${before.count} in the twelve before` : ''}`
    : total === undefined
      ? ''
      : `, ${total} ${total === 1 ? 'record' : 'records'} in all`;
  return `${span}${year}`;
}
