import { z } from 'zod';
import { optionalText, text } from './cells.ts';
import { citedTable } from './cited-columns.ts';

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
