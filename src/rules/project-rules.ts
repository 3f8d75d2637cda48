import { listOf, text } from './cells.ts';
import { citedTable } from './cited-columns.ts';

/** Federal rules that meet kinds of projects; `projects` are ids of profiles. */
export const projectRules = citedTable({
  id: 'project-rules',
  name: 'rules that meet kinds of projects',
  columns: { projects: listOf(text), rule: text },
});
