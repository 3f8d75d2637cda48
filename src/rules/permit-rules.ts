import { optionalText, text } from './cells.ts';
import { citedTable } from './cited-columns.ts';

/** Published rules on which work needs a permit, and how long a permit lasts. */
export const permitRules = citedTable({
  id: 'permit-rules',
  name: 'permit rules',
  columns: { rule: text, conditions: optionalText },
});
