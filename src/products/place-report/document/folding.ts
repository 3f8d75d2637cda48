import { type Block, folded } from '../../../reports/document.ts';
import type { SectionOf } from '../../../reports/sections.ts';
import { noteOf } from '../../../reports/words.ts';
import { plural } from '../../shared/compose/words.ts';
import type { PlaceReport } from '../schema/report.ts';
import { groupOf } from './groups.ts';
import { rowTable } from './row-table.ts';
import { timelineTable } from './tables.ts';

const newestEvents = 15;

/** The newest events; those before them fold. */
export function timelineBlocks(section: SectionOf<'timeline'>): Block[] {
  const { entries } = section;
  if (entries.length === 0) return noteOf('No source gave a date.');
  const rest = entries.slice(newestEvents);
  return [
    timelineTable({ ...section, entries: entries.slice(0, newestEvents) }),
    ...(rest.length > 0
      ? [folded(plural(rest.length, 'earlier event'), [timelineTable({ ...section, entries: rest })])]
      : []),
  ];
}

/** The sections that an item comes from or that bear on what the caller asked: their tables stand open. */
function spokenOf({ sections }: PlaceReport): ReadonlySet<string> {
  const ids = sections.flatMap((section) => {
    if (section.kind === 'items') return section.items.map(({ id }) => `facts.${id.slice(0, id.indexOf('.'))}`);
    return section.kind === 'answers' ? section.answers.flatMap((one) => one.sectionIds) : [];
  });
  return new Set(ids);
}

/** Lists of rows: open where the report speaks of them, else folded. */
export function tableBlocks({ id, tables = [] }: SectionOf<'facts'>, report: PlaceReport): Block[] {
  const blocks = tables.flatMap(rowTable);
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
  if (blocks.length === 0 || groupOf(id) === 'Property' || spokenOf(report).has(id)) return blocks;
  return [folded(plural(rows, 'row'), blocks)];
}
