import { listOf, month, text } from './cells.ts';
import { citedTable } from './cited-columns.ts';

/**
 * What a state sells for unpaid property tax, in which months, and for how long the owner can redeem after it. No
 * `months` where they vary or are not known.
 */
export const taxRedemption = citedTable({
  id: 'tax-sale-redemption',
  name: 'tax sale types and redemption periods',
  columns: {
    saleType: text,
    redemption: text,
    months: listOf(month).default([]),
    statute: text,
  },
});
