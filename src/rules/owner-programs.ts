import { z } from 'zod';
import { annualDayOf, dayOfMonth, listOf, month, nthWeekday, optionalText, text, weekday } from './cells.ts';
import { citedTable, type RowOf } from './cited-columns.ts';

/** Kinds of owners that programs name. */
export const ownerClasses = ['owner_occupant', 'senior', 'disabled', 'veteran', 'clergy', 'low_income'] as const;

/**
 * Programs that lower or defer an owner's property tax, as their pages state them. Only rows that were held against a
 * page; what is not here may exist all the same.
 */
export const ownerPrograms = citedTable({
  id: 'owner-programs',
  name: 'property tax programs for owners',
  columns: {
    program: text,
    classes: listOf(z.enum(ownerClasses)),
    amount: optionalText,
    eligibility: optionalText,
    apply: optionalText,
    closesMonth: month.exactOptional(),
    closesDay: dayOfMonth.exactOptional(),
    closesNth: nthWeekday.exactOptional(),
    closesWeekday: weekday.exactOptional(),
  },
  own({ closesMonth, closesDay, closesNth, closesWeekday, ...own }, refuse) {
    const closes = annualDayOf(
      { month: closesMonth, day: closesDay, nth: closesNth, weekday: closesWeekday },
      refuse,
      'closes_',
    );
    /** `closes`: last day of every year on which an application is accepted; `apply`: when to apply, in words. */
    return { ...own, ...(closes && { closes }) };
  },
});

/** One program that lowers or defers an owner's property tax, as its page states it. */
export type OwnerProgram = RowOf<typeof ownerPrograms>;
