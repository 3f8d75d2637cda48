import { text } from './cells.ts';
import { citedTable, type RowOf } from './cited-columns.ts';
import { whenColumns, whenOf } from './when-columns.ts';

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
