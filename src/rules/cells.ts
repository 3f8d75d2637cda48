import { z } from 'zod';
import { type AnnualDay, type Weekday, weekdays } from './calendar-dates.ts';
import type { RefuseCell } from './table-file.ts';

/** Schemas of single cells of the tables in `data/rules`; what is not there is an absent key. */
export const text = z.string().regex(/^\S(.*\S)?$/s, 'begins or ends with a space');
export const optionalText = text.exactOptional();
export const pageAddress = z.url({ protocol: /^https?$/ });
export const stateCode = z.string().regex(/^[A-Z]{2}$/, 'two capital letters');
export const countyFips = z.string().regex(/^\d{5}$/, '5 digits');
export const isoDate = z.iso.date();
/** A day, or the month where no more is known. */
export const dayOrMonth = isoDate.or(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/));

/** A number in digits, checked by a schema. */
export const numeric = <S extends z.ZodType<number, number>>(schema: S) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/, 'a number')
    .transform(Number)
    .pipe(schema);

/** Entries separated by "; ", each checked by a schema. */
export const listOf = <S extends z.ZodType<unknown, string>>(entry: S) =>
  z
    .string()
    .transform((cell) => cell.split('; '))
    .pipe(z.array(entry).min(1))
    .transform((entries): readonly z.output<S>[] => entries);

export const month = numeric(z.int().min(1).max(12));
export const dayOfMonth = numeric(z.int().min(1).max(31));
/** 1 for the first such weekday of a month. */
export const nthWeekday = numeric(z.int().min(1).max(5));
export const weekday = z.enum(weekdays);

/** The columns of one annual day: a fixed date, or the nth weekday of a month; `plusDays` after it, negative: before it. */
type AnnualDayCells = { readonly [K in 'month' | 'day' | 'nth' | 'plusDays']?: number | undefined } & {
  readonly weekday?: Weekday | undefined;
};

/** The annual day of a row; `prefix` is what its columns begin with. Undefined where all of them are empty. */
export function annualDayOf(
  { month: inMonth, day, nth, weekday: on, plusDays }: AnnualDayCells,
  refuse: RefuseCell,
  prefix = '',
): AnnualDay | undefined {
  const isNth = inMonth !== undefined && day === undefined && nth !== undefined && on !== undefined;
  if (plusDays !== undefined && !isNth) return refuse(`${prefix}plus_days`, 'belongs to an nth weekday');
  const fixed = inMonth !== undefined && day !== undefined && nth === undefined && on === undefined;
  if (fixed) return { month: inMonth, day };
  if (isNth) return { month: inMonth, nth, weekday: on, ...(plusDays !== undefined && { plusDays }) };
  if (inMonth === undefined && day === undefined && nth === undefined && on === undefined) return undefined;
  return refuse(`${prefix}month`, 'an annual day has a month and either a day or nth and weekday');
}
