import { z } from 'zod';
import { addDays, dayMs } from '../kernel/time.ts';

/** Calendar arithmetic on plain dates (YYYY-MM-DD), without times and zones. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export type Weekday = (typeof weekdays)[number];

const toMs = (date: string) => Date.parse(`${date}T00:00:00Z`);
const dateOf = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** Days from one date to another; negative where the second is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((toMs(to) - toMs(from)) / dayMs);

export const weekdayOf = (date: string): Weekday => weekdays[new Date(toMs(date)).getUTCDay()] ?? 'Sunday';

export const yearOf = (date: string): number => Number(date.slice(0, 4));

/** First day of the month a number of months after the month of the date. */
export function firstOfMonth(date: string, monthsLater: number): string {
  const months = yearOf(date) * 12 + Number(date.slice(5, 7)) - 1 + monthsLater;
  return dateOf(Math.floor(months / 12), (months % 12) + 1, 1);
}

/** A day of every year: a fixed date, or the nth weekday of a month (and so many days after it). */
export type AnnualDay =
  | { readonly month: number; readonly day: number }
  | { readonly month: number; readonly nth: number; readonly weekday: Weekday; readonly plusDays?: number };

/** The date of an annual day in a year. The day must exist in every year. */
export function annualDayIn(year: number, annual: AnnualDay): string {
  if ('day' in annual) return dateOf(year, annual.month, annual.day);
  const first = dateOf(year, annual.month, 1);
  const ahead = (weekdays.indexOf(annual.weekday) - weekdays.indexOf(weekdayOf(first)) + 7) % 7;
  return addDays(first, ahead + 7 * (annual.nth - 1) + (annual.plusDays ?? 0));
}

/** The first occurrence of an annual day on or after a date. */
export function nextAnnualDay(annual: AnnualDay, onOrAfter: string): string {
  const year = yearOf(onOrAfter);
  const thisYear = annualDayIn(year, annual);
  return thisYear >= onOrAfter ? thisYear : annualDayIn(year + 1, annual);
}

/** The occurrence of an annual day nearest to a date, before or after it. */
export function nearestAnnualDay(annual: AnnualDay, date: string): string {
  const year = yearOf(date);
  return [year - 1, year, year + 1]
    .map((candidate) => annualDayIn(candidate, annual))
    .reduce((a, b) => (Math.abs(daysBetween(date, b)) < Math.abs(daysBetween(date, a)) ? b : a));
}

const months = 'January February March April May June July August September October November December'.split(' ');
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

/** The annual day in words: "September 15", "third Monday of August". */
export function annualDayWords(annual: AnnualDay): string {
  const month = months[annual.month - 1];
  if ('day' in annual) return `${month} ${annual.day}`;
  const nth = `${ordinals[annual.nth]} ${annual.weekday} of ${month}`;
  const { plusDays: off = 0 } = annual;
  const days = Math.abs(off) === 1 ? 'the day' : `${Math.abs(off)} days`;
  return off === 0 ? nth : `${days} ${off < 0 ? 'before' : 'after'} the ${nth}`;
}

const span = { from: '1950-01-01', to: '2150-12-31' };

/** A date within the range of date arithmetic. */
export const plainDate = z.iso
  .date()
  .refine((date) => date >= span.from && date <= span.to, `a date from ${span.from} to ${span.to}`)
  .describe('Date, YYYY-MM-DD');
