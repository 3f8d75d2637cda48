import { z } from 'zod';
import { optionalText, text } from './cells.ts';
import { citedTable, type RowOf } from './cited-columns.ts';
import { whenColumns, whenOf } from './when-columns.ts';

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
