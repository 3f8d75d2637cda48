import { z } from 'zod';
import { text } from './cells.ts';
import { citedTable } from './cited-columns.ts';

export const filingSteps = ['levels', 'where', 'form', 'evidence', 'fee', 'time', 'next_level'] as const;

/** What pages say about the sides of filing an assessment appeal. `text` restates the page. */
export const appealFiling = citedTable({
  id: 'appeal-filing',
  name: 'filing of assessment appeals',
  columns: { step: z.enum(filingSteps), text },
});
