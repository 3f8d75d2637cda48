/** One calendar quarter; both days belong to it. */
export interface Quarter {
  /** "2026-Q3". */
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** A quarter with its count; smaller ones than {@link leastCount} are not told. */
export interface CountedQuarter extends Quarter {
  readonly records: number | 'fewer than 3';
}

/** Counts below this are suppressed: a few records in a small area can point at one household. */
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
      to: day(year, quarter * 3 + 3, 0),
    };
  });
}

/**
 * Counts of dated records per quarter. Quarters that end before the first or begin after the last of all the days are
 * left out: the register may not reach there, so that nothing is no count. Days are YYYY-MM-DD or begin so.
 */
export function countQuarters(days: readonly string[], quarters: readonly Quarter[]): readonly CountedQuarter[] {
  const sorted = days.map((one) => one.slice(0, 10)).toSorted();
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  return quarters
    .filter(({ from, to }) => to >= first && from <= last)
    .map((quarter) => {
      const count = sorted.filter((one) => one >= quarter.from && one <= quarter.to).length;
      return { ...quarter, records: count < leastCount ? 'fewer than 3' : count };
    });
}

/** How many quarters have a count that is told. */
export const statedCounts = (quarters: readonly { readonly records: unknown }[]): number =>
  quarters.filter(({ records }) => typeof records === 'number').length;
