import { text } from './cells.ts';
import { citedTable } from './cited-columns.ts';

/** Terms of the National Flood Insurance Program that the law fixes; only those whose text was read. */
export const nfipTerms = citedTable({
  id: 'nfip-terms',
  name: 'terms of flood insurance',
  columns: { term: text, value: text, statute: text },
});
