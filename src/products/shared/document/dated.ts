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
  text,
} from '../../../reports/document.ts';
import type { SectionOf } from '../../../reports/sections.ts';
import { capital, noteOf, webAddress } from '../../../reports/words.ts';
import { plural } from '../compose/words.ts';
import { sentence, type View, valueWords } from './view.ts';

/** Statements of several sources about one thing, none before the other. */
export const conflictBlocks = ({ conflicts }: SectionOf<'conflicts'>, view: View): Block[] =>
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
export function timelineBlocks(
  { entries, leftOut }: Pick<SectionOf<'timeline'>, 'entries' | 'leftOut'>,
  view: View,
): Block[] {
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

interface Steps {
  readonly name: string;
  readonly url?: string | undefined;
  readonly steps: readonly string[];
}

/** An office or a page, with what to do there; nothing without a step. */
export const stepCells = ({ name, url, steps }: Steps, view: View): Cell[] => {
  const words = steps.map((step) => sentence(step, view).replace(/\.$/, '')).join('; ');
  return words === '' ? [] : [[[run(sentence(name, view), 'strong', webAddress(url)), run(`: ${words}.`)]]];
};

/**
 * Next checks beyond those of the items: offices with what to request there, then the pages to which the
 * sources themselves send a reader.
 */
export function checkBlocks({ offices, pages }: SectionOf<'next_checks'>, view: View): Block[] {
  const { sections } = view;
  const items = sections.flatMap((section) => (section.kind === 'items' ? section.items : []));
  const ofItems = new Set(items.map(({ next }) => `${next.with} ${next.action.replace(/\.$/, '')}`));
  const beyond = (name: string, steps: readonly string[]) => steps.filter((step) => !ofItems.has(`${name} ${step}`));
  const further = offices.flatMap(({ office, url, askFor }) => {
    const more = beyond(office, askFor);
    return stepCells({ name: office, url, steps: more }, view);
  });
  const listed = pages.filter(({ page, steps }) => beyond(page, steps).length > 0);
  const links = listed.flatMap(
    ({ page, url }, at): Line => [run(at > 0 ? '; ' : ''), run(page, undefined, webAddress(url))],
  );
  const words = `${plural(listed.length, 'official page')} of the sources to open`;
  return [
    ...(further.length > 0 ? [text('Further offices to ask', 'note'), ...list(further, { small: true })] : []),
    ...(links.length > 0 ? [folded(words, [text([...links, run('.')])])] : []),
  ];
}
