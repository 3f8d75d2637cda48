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
