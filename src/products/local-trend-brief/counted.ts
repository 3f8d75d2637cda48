import { defined } from '../../kernel/defined.ts';
import { textOf } from '../../kernel/text.ts';
import type { LaneRow } from '../../places/lanes/reader.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import {
  type CountedQuarter,
  countIn,
  countQuarters,
  fullQuarters,
  leastCount,
  type Quarter,
  type QuarterCount,
  toldQuarters,
} from './quarters.ts';

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
