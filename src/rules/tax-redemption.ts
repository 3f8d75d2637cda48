import { text } from './cells.ts';
import { citedTable } from './cited-columns.ts';

/** What a state sells for unpaid property tax, and for how long the owner can redeem, by the text of its statute. */
export const taxRedemption = citedTable({
  id: 'tax-sale-redemption',
  name: 'tax sale types and redemption periods',
  columns: {
    saleType: text,
    redemption: text,
    statute: text,
  },
});
