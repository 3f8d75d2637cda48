import { type Block, type Section, section } from '../../../reports/document.ts';
import type { ReportSection, SectionOf } from '../../../reports/sections.ts';
import { groupOf } from '../compose/groups.ts';
import { checkBlocks, conflictBlocks, questionBlocks, timelineBlocks } from './dated.ts';
import { factBlocks } from './facts.ts';
import { answerBlocks, itemBlocks } from './findings.ts';
import { ledgerBlocks, limitBlocks, queriedBlocks, sourceBlocks } from './made.ts';
import { chartBlocks, distanceBlocks, mapBlocks } from './pictures.ts';
import { entryBlocks, recordBlocks } from './records.ts';
import type { View } from './view.ts';

/** How a section of each kind is drawn. */
const draw: { readonly [K in ReportSection['kind']]: (section: SectionOf<K>, view: View) => Block[] } = {
  facts: factBlocks,
  records: recordBlocks,
  entries: entryBlocks,
  items: itemBlocks,
  answers: answerBlocks,
  next_checks: checkBlocks,
  conflicts: conflictBlocks,
  timeline: timelineBlocks,
  questions: questionBlocks,
  coverage_ledger: ({ entries }, view) => ledgerBlocks(entries, view),
  limits: ({ limits }, view) => limitBlocks(limits, view),
  map: mapBlocks,
  charts: chartBlocks,
  distances: distanceBlocks,
  sources: (_section, view) => sourceBlocks(view),
  evidence: queriedBlocks,
};

/** A section as it is read; nothing where it says nothing. */
export const drawn = (own: ReportSection, view: View): Section[] =>
  section(own.id, own.title, draw[own.kind](own as never, view), groupOf(own.id));
