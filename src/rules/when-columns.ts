import { z } from 'zod';
import { annualDayOf, dayOfMonth, isoDate, listOf, month, nthWeekday, optionalText, weekday } from './cells.ts';
import type { Cells, RefuseCell } from './table-file.ts';
import type { When } from './tax-when.ts';

/** The columns that say when something happens; `when` names the kind, the others belong to one kind each. */
export const whenColumns = {
  when: z.enum(['annual', 'months', 'monthly', 'once', 'undated']),
  whenMonth: month.exactOptional(),
  whenDay: dayOfMonth.exactOptional(),
  whenNth: nthWeekday.exactOptional(),
  whenWeekday: weekday.exactOptional(),
  whenMonths: listOf(month).exactOptional(),
  whenFrom: isoDate.exactOptional(),
  whenTo: isoDate.exactOptional(),
  whenWhy: optionalText,
};

type WhenCells = Cells<typeof whenColumns>;

const columnsOf: Readonly<Record<When['kind'], readonly string[]>> = {
  annual: ['whenMonth', 'whenDay', 'whenNth', 'whenWeekday'],
  months: ['whenMonths'],
  monthly: ['whenNth', 'whenWeekday'],
  once: ['whenFrom', 'whenTo'],
  undated: ['whenWhy'],
};

const readers: Readonly<Record<When['kind'], (cells: WhenCells, refuse: RefuseCell) => When>> = {
  annual({ whenMonth, whenDay, whenNth, whenWeekday }, refuse) {
    const cells = { month: whenMonth, day: whenDay, nth: whenNth, weekday: whenWeekday };
    const day = annualDayOf(cells, refuse, 'when_');
    return day ? { kind: 'annual', day } : refuse('when_month', 'missing on an annual day');
  },
  months: ({ whenMonths }, refuse) =>
    whenMonths ? { kind: 'months', months: whenMonths } : refuse('when_months', 'missing'),
  monthly: ({ whenNth, whenWeekday }, refuse) =>
    whenNth && whenWeekday
      ? { kind: 'monthly', nth: whenNth, weekday: whenWeekday }
      : refuse('when_nth', 'a monthly day has nth and weekday'),
  once: ({ whenFrom, whenTo }, refuse) =>
    whenFrom && whenTo && whenFrom <= whenTo
      ? { kind: 'once', from: whenFrom, to: whenTo }
      : refuse('when_from', 'what happens once has a first and a last day, in this order'),
  undated: ({ whenWhy }, refuse) =>
    whenWhy ? { kind: 'undated', why: whenWhy } : refuse('when_why', 'says why there is no date'),
};

/** When the event of a row happens. */
export function whenOf(cells: WhenCells, refuse: RefuseCell): When {
  const { when, ...others } = cells;
  const stray = Object.keys(others).find((key) => key in whenColumns && !columnsOf[when].includes(key));
  if (stray)
    refuse(
      stray.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      `belongs to no row that is ${when}`,
    );
  return readers[when](cells, refuse);
}
