import { type Block, type Cell, folded, type Line, plain, quote, run } from '../../../reports/document.ts';
import type { SectionOf } from '../../../reports/sections.ts';
import { capital, noteOf } from '../../../reports/words.ts';
import { plural } from '../../shared/compose/words.ts';
import { type ReportView, sentence, valueWords } from './view.ts';

/** Statements of several sources about one thing, none before the other. */
export function conflictBlocks({ conflicts }: SectionOf<'conflicts'>, view: ReportView): Block[] {
  return [
    {
      kind: 'list',
      ordered: false,
      items: conflicts.map(({ label, statements }) => [
        [
          run(`${label}: `, 'muted'),
          ...statements.flatMap(
            ({ value, unit, note, citation }, at): Line => [
              ...(at > 0 ? [run(' or ')] : []),
              run(valueWords(value, unit, view), 'strong'),
              ...(note ? [run(` (${sentence(note, view)})`, 'muted')] : []),
              view.marks.of(citation),
            ],
          ),
        ],
      ]),
    },
  ];
}

/** Events, newest first, in two columns; those of one day stand together. */
export function timelineBlocks({ entries, leftOut }: SectionOf<'timeline'>, view: ReportView): Block[] {
  if (entries.length === 0) return noteOf('No source gave a date.');
  const events = entries.filter(({ recordId }) => recordId === undefined);
  const records = entries.length - events.length + leftOut;
  const days = new Map<string, typeof entries>();
  for (const entry of events) days.set(entry.date, [...(days.get(entry.date) ?? []), entry]);
  return [
    ...(records > 0 ? noteOf(`Beside the ${plural(records, 'dated record')} above.`) : []),
    ...timelineLists(
      [...days].map(([date, some]) => [
        [
          run(`${date} `, 'strong'),
          ...some.flatMap(
            ({ label, quoted, citation }, at): Line => [
              run(`${at > 0 ? '; ' : ''}${quoted ? '' : capital(label)}`),
              ...(quoted ? [run(`${capital(label)} `), quote(quoted)] : []),
              view.marks.of(citation),
            ],
          ),
        ],
      ]),
    ),
  ];
}

const newestDays = 8;

/** The newest days; those before them fold. */
function timelineLists(days: readonly Cell[]): Block[] {
  const list = (items: readonly Cell[]): Block => ({ kind: 'list', ordered: false, small: true, items });
  const earlier = days.slice(newestDays);
  return [
    list(days.slice(0, newestDays)),
    ...(earlier.length > 0 ? [folded(`${plural(earlier.length, 'earlier day')} of events`, [list(earlier)])] : []),
  ];
}

/** What stays open beyond what the conflicts and the gaps say already. */
export function questionBlocks({ questions }: SectionOf<'questions'>): Block[] {
  const open = questions.filter(({ basis }) => basis === 'boundary' || basis === 'caller');
  if (open.length === 0) return [];
  return [
    {
      kind: 'list',
      ordered: false,
      items: open.map(({ question, quoted, with: who }) => [
        [
          ...(quoted ? [run('Your question: ', 'muted'), quote(question)] : plain(question)),
          ...(who ? [run(` (${who})`, 'muted')] : []),
        ],
      ]),
    },
  ];
}
