import { addDays } from '../kernel/time.ts';
import {
  type AnnualDay,
  annualDayIn,
  annualDayWords,
  firstOfMonth,
  nextAnnualDay,
  type Weekday,
  yearOf,
} from './calendar-dates.ts';

/** When something happens, as far as a row's page says. Months are 1 to 12 and rising. */
export type When =
  | { readonly kind: 'annual'; readonly day: AnnualDay }
  /** Some time in these months of every year; neighboring months are one season. */
  | { readonly kind: 'months'; readonly months: readonly number[] }
  | { readonly kind: 'monthly'; readonly nth: number; readonly weekday: Weekday }
  /** Once, on or between these days. */
  | { readonly kind: 'once'; readonly from: string; readonly to: string }
  | { readonly kind: 'undated'; readonly why: string };

/** One time span, days inclusive, and how it was worked out. */
export type Occurrence = NonNullable<ReturnType<typeof nextOccurrence>>;

const lastOfMonth = (firstDay: string) => addDays(firstOfMonth(firstDay, 1), -1);
const pad = (month: number) => String(month).padStart(2, '0');

/** Neighboring months joined: 4, 5, 6, 11 is April to June and November. */
function seasons(months: readonly number[]): readonly { first: number; last: number }[] {
  const found: { first: number; last: number }[] = [];
  for (const month of months) {
    const open = found.at(-1);
    if (open && open.last === month - 1) open.last = month;
    else found.push({ first: month, last: month });
  }
  return found;
}

/**
 * The first occurrence that has not ended before a day. What happens only once is given even where it has passed;
 * undefined where no date follows.
 */
export function nextOccurrence(when: When, onOrAfter: string) {
  switch (when.kind) {
    case 'annual': {
      const day = nextAnnualDay(when.day, onOrAfter);
      return { from: day, to: day, how: `first ${annualDayWords(when.day)} on or after ${onOrAfter}` };
    }
    case 'months': {
      const year = yearOf(onOrAfter);
      const spans = [year, year + 1].flatMap((at) =>
        seasons(when.months).map(({ first, last }) => ({
          from: `${at}-${pad(first)}-01`,
          to: lastOfMonth(`${at}-${pad(last)}-01`),
        })),
      );
      const next = spans.find(({ to }) => to >= onOrAfter);
      return next && { ...next, how: 'months only: the day is set locally' };
    }
    case 'monthly': {
      const days = [0, 1].map((later) => {
        const first = firstOfMonth(onOrAfter, later);
        const month = Number(first.slice(5, 7));
        return annualDayIn(yearOf(first), { month, nth: when.nth, weekday: when.weekday });
      });
      const day = days.find((candidate) => candidate >= onOrAfter);
      return day ? { from: day, to: day, how: `first such ${when.weekday} on or after ${onOrAfter}` } : undefined;
    }
    case 'once':
      return { from: when.from, to: when.to, how: when.from === when.to ? 'date as published' : 'as published' };
    case 'undated':
      return undefined;
  }
}
