import { z } from 'zod';
import { listOf, optionalText, text } from './cells.ts';
import { citedTable } from './cited-columns.ts';

const bills = ['water', 'sewer', 'electricity', 'gas and heating', 'garbage'] as const;

/**
 * Credits, discounts and aids for utility bills. Only rows that were checked against a page; further
 * credits may exist.
 */
export const utilityCredits = citedTable({
  id: 'utility-credits',
  name: 'utility credits',
  columns: { program: text, bills: listOf(z.enum(bills)), benefit: text, eligibility: optionalText },
});
