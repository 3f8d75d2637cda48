import { defined } from '../../kernel/defined.ts';
import { textOf } from '../../kernel/text.ts';
import type { LaneRow } from '../../places/lanes/reader.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import {
  countTypes,
  type DatedType,
  type TypeCount,
  type YearCount,
  type YearOnYear,
  yearOnYear,
  yearsOf,
} from './compare.ts';
import {
  type CountedQuarter,
  countQuarters,
  fullQuarters,
  leastCount,
  type Quarter,
  type QuarterCount,
  toldQuarters,
} from './quarters.ts';

/** What one register brought, counted, as far as it is told. */
export interface CountedRegister {
  readonly quarters: readonly CountedQuarter[];
  readonly years: YearOnYear;
  readonly types: readonly TypeCount[];
  /** Records in the quarters that are counted; absent where a count that is not told would follow from it. */
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

/** Each year by itself, as its sum stands beside it; a sum from which a small count follows is not told. */
function withheld(counted: readonly QuarterCount[], asked: readonly Quarter[], { latest, before }: YearOnYear) {
  const [own = [], earlier = []] = yearsOf(counted, asked);
  const [toldLatest, toldBefore] = [toldQuarters(own, canBeTold(latest)), toldQuarters(earlier, canBeTold(before))];
  const years: YearOnYear = {
    ...(latest && toldLatest.sumIsTold && { latest }),
    ...(before && toldBefore.sumIsTold && { before }),
  };
  return { quarters: [...toldBefore.quarters, ...toldLatest.quarters], years };
}

/**
 * Counts the rows of a register by quarter, by year and by type. Of a register of incidents (`withholds`) counts of 1 and 2
 * are not told, and nothing from which they follow. `asked` are the complete quarters for which it was read. Pure.
 */
export function countRegister(
  rows: readonly LaneRow[],
  asked: readonly Quarter[],
  withholds: boolean,
): CountedRegister | undefined {
  const records = rows.flatMap(datedOf);
  const days = records.map(({ day }) => day).toSorted();
  const counted = countQuarters(days, asked);
  const [firstDay, lastDay] = [days[0], days.at(-1)];
  if (counted.length === 0 || !firstDay || !lastDay) return undefined;
  const all = yearOnYear(counted, asked);
  const open = { quarters: counted.map(({ count, ...quarter }) => ({ ...quarter, records: count })), years: all };
  const told = withholds ? withheld(counted, asked, all) : open;
  return {
    ...told,
    types: countTypes(records, counted, told.years, withholds),
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
