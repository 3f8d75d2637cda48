import { z } from 'zod';
import { text } from './cells.ts';
import { citedTable } from './cited-columns.ts';
import { whenColumns, whenOf } from './when-columns.ts';

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
