import { groupBy } from '../../../kernel/group.ts';
import {
  type Block,
  type Cell,
  folded,
  type Line,
  labeled,
  list,
  plain,
  quote,
  run,
} from '../../../reports/document.ts';
import type { SectionOf } from '../../../reports/sections.ts';
import { capital, noteOf } from '../../../reports/words.ts';
import { plural } from '../../shared/compose/words.ts';
import { type ReportView, sentence, valueWords } from './view.ts';

/** Statements of several sources about one thing, none before the other. */
export const conflictBlocks = ({ conflicts }: SectionOf<'conflicts'>, view: ReportView): Block[] =>
  list(
    conflicts.map(({ label, statements }) => [
      labeled(
        label,
        ...statements.flatMap(
          ({ value, unit, note, citation }, at): Line => [
            ...(at > 0 ? [run(' or ')] : []),
            run(valueWords(value, unit, view), 'strong'),
            ...(note ? [run(` (${sentence(note, view)})`, 'muted')] : []),
            view.marks.of(citation),
          ],
        ),
      ),
    ]),
  );

const newestDays = 8;

/** Events, newest first, in two columns, those of one day together; the earlier days are folded. */
export function timelineBlocks({ entries, leftOut }: SectionOf<'timeline'>, view: ReportView): Block[] {
  if (entries.length === 0) return noteOf('No source gave a date.');
  const events = entries.filter(({ recordId }) => recordId === undefined);
  const records = entries.length - events.length + leftOut;
  const days = [...groupBy(events, ({ date }) => date)].map(
    ([date, some]): Cell => [
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
    ],
  );
  const earlier = days.slice(newestDays);
  const small = { small: true };
  return [
    ...(records > 0 ? noteOf(`Beside the ${plural(records, 'dated record')} above.`) : []),
    ...list(days.slice(0, newestDays), small),
    ...(earlier.length > 0 ? [folded(`${plural(earlier.length, 'earlier day')} of events`, list(earlier, small))] : []),
  ];
}

/** What stays open beyond what the conflicts and the gaps say already. */
export function questionBlocks({ questions }: SectionOf<'questions'>): Block[] {
  const open = questions.filter(({ basis }) => basis === 'boundary' || basis === 'caller');
  return list(
    open.map(({ question, quoted, with: who }) => [
      [
        ...(quoted ? labeled('Your question', quote(question)) : plain(question)),
        ...(who ? [run(` (${who})`, 'muted')] : []),
      ],
    ]),
  );
}
