import { countIn, leastCount, type Quarter, type QuarterCount } from './quarters.ts';

const quartersOfYear = 4;
const listedTypes = 8;

/** Four complete quarters in a row, with the number of their records. */
export interface YearCount {
  readonly from: string;
  readonly until: string;
  readonly count: number;
}

/** The last four complete quarters of a register beside the four before them, as far as it is known to reach. */
export interface YearOnYear {
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
export function yearsOf(
  counted: readonly QuarterCount[],
  asked: readonly Quarter[],
): readonly (readonly QuarterCount[])[] {
  const names = [asked.slice(-quartersOfYear), asked.slice(-2 * quartersOfYear, -quartersOfYear)];
  return names.map((year) => counted.filter(({ name }) => year.some((one) => one.name === name)));
}

/**
 * Twelve months against the twelve before. A year is left out where one of its quarters was not asked for, or lies
 * before the first or after the last record: the register may not reach there. Pure.
 */
export function yearOnYear(counted: readonly QuarterCount[], asked: readonly Quarter[]): YearOnYear {
  const [latest, before] = yearsOf(counted, asked).map(sumOf);
  return { ...(latest && { latest }), ...(latest && before && { before }) };
}

/** One record as far as it is counted. */
export interface DatedType {
  readonly day: string;
  readonly type: string | undefined;
}

/** Records of one type. */
export interface TypeCount {
  /** The publisher's own; undefined for all types together that are not named. */
  readonly type: string | undefined;
  readonly records?: number;
  readonly latest?: number;
  readonly before?: number;
}

const untyped = 'not stated';

/**
 * Records by the publisher's own type, most first, at most eight named ones; the others stand in one row. Where counts of
 * 1 and 2 are not told (`withholds`), only the last year is counted, and types with so few stand among the others. Pure.
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
