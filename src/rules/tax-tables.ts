import { z } from 'zod';
import { annualDayOf, dayOfMonth, isoDate, listOf, month, nthWeekday, optionalText, text, weekday } from './cells.ts';
import { citedTable, type RowOf } from './cited-columns.ts';
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

export const filingSteps = ['levels', 'where', 'form', 'evidence', 'fee', 'time', 'next_level'] as const;

/** What pages say about the sides of filing an assessment appeal. `text` restates the page. */
export const appealFiling = citedTable({
  id: 'appeal-filing',
  name: 'filing of assessment appeals',
  columns: { step: z.enum(filingSteps), text },
});

export const taxEvents = [
  'bills_mailed',
  'payable_from',
  'due',
  'last_day_without_charge',
  'delinquent',
  'charge',
  'discount',
  'application',
] as const;

/** Dates and charges of a property tax year. `rule` restates the page. */
export const taxCalendars = citedTable({
  id: 'tax-calendars',
  name: 'property tax dates',
  columns: { event: z.enum(taxEvents), title: text, ...whenColumns, rule: text },
  own: (cells, refuse) => ({ event: cells.event, title: cells.title, when: whenOf(cells, refuse), rule: cells.rule }),
});

/** What a state sells for unpaid property tax, and for how long the owner can redeem, by the text of its statute. */
export const taxRedemption = citedTable({
  id: 'tax-sale-redemption',
  name: 'tax sale types and redemption periods',
  columns: { saleType: text, redemption: text, statute: text },
});

/** Sales of unpaid property tax, or of property for it, as a statute or the selling office states them. */
export const taxSales = citedTable({
  id: 'tax-sale-calendar',
  file: 'tax-sales',
  name: 'tax sale dates',
  columns: { event: text, ...whenColumns, rule: text },
  own: (cells, refuse) => ({ event: cells.event, when: whenOf(cells, refuse), rule: cells.rule }),
});

/** One sale of unpaid property tax, or of property for it. `rule` restates the page. */
export type TaxSaleRow = RowOf<typeof taxSales>;

/**
 * Ways in which a state values property other than at market value, or bounds the growth of its value. `afterwards` is
 * what is owed when the use ends or the limit falls away, as the page states it.
 */
export const specialValuation = citedTable({
  id: 'special-valuation',
  name: 'special valuation rules',
  columns: {
    kind: z.enum(['use_value', 'growth_limit']),
    title: text,
    rule: text,
    afterwards: optionalText,
    statute: text,
  },
});
