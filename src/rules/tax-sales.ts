import { text } from './cells.ts';
import { citedTable, type RowOf } from './cited-columns.ts';
import { isServed } from './cited-row.ts';
import { ruleTable } from './rule-table.ts';
import { taxRedemption } from './tax-redemption.ts';
import { whenColumns, whenOf } from './when-columns.ts';

const localSales = citedTable({
  id: 'tax-sales',
  name: 'tax sale dates',
  columns: { event: text, ...whenColumns, rule: text },
  own: (cells, refuse) => ({ event: cells.event, when: whenOf(cells, refuse), rule: cells.rule }),
});

/** One sale of unpaid property tax, or of property for it. `rule` restates the page. */
export type TaxSaleRow = RowOf<typeof localSales>;

/** The months of sales out of the table of redemption periods, for states that have no row of their own. */
function stateSales(): readonly TaxSaleRow[] {
  const own = new Set(localSales.rows.filter(({ scope }) => !scope.counties).map(({ scope }) => scope.state));
  return taxRedemption.rows.flatMap((row): readonly TaxSaleRow[] => {
    // the text of a redemption statute says nothing of when sales are held
    if (!isServed(row) || row.verification === 'statute_text' || own.has(row.scope.state)) return [];
    return [
      {
        scope: row.scope,
        asOf: row.asOf,
        verification: 'secondary',
        page: row.page,
        event: 'Sales of the counties',
        when:
          row.months.length > 0
            ? { kind: 'months', months: row.months }
            : { kind: 'undated', why: 'no statewide months are told: each county or town sets its own' },
        rule: `Type: ${row.saleType}. The selling office publishes the day.`,
      },
    ];
  });
}

let all: readonly TaxSaleRow[] | undefined;

/** Local rows as their offices publish them, and the months that a table of the states gives. */
export const taxSales = ruleTable('tax-sale-calendar', localSales.name, () => {
  all ??= [...localSales.rows, ...stateSales()];
  return all;
});
