import { type Block, labeled, muted, plain, run, section, table, text } from '../../reports/document.ts';
import { webAddress } from '../../reports/words.ts';
import { plural } from '../shared/compose/words.ts';
import { formOf } from '../shared/document/brief.ts';
import { sentence, type View } from '../shared/document/view.ts';
import { type OwnerAction, ownerActionFields } from './actions.ts';

const actionTable = (title: string, actions: readonly OwnerAction[], view: View): Block[] =>
  table(
    title,
    actions,
    [
      [
        'Day',
        16,
        ({ date, daysFromToday: days }) => [
          [run(date, 'strong')],
          muted(days < 0 ? `${plural(-days, 'day')} ago` : `in ${plural(days, 'day')}`),
        ],
      ],
      [
        'What',
        42,
        ({ what, caution, reminders, citation }) => [
          [run(sentence(what, view)), view.marks.of(citation)],
          ...(caution ? [plain(sentence(caution, view))] : []),
          ...(reminders.length > 0 ? [labeled('Reminders', run(reminders.join(', '), 'muted'))] : []),
        ],
      ],
      [
        'How it was read, and where to confirm it',
        42,
        ({ verification: { means, confirm } }) => [
          [run(`${means}. ${confirm.action}: `), run(confirm.with, undefined, webAddress(confirm.url))],
        ],
      ],
    ],
    { quiet: true, named: true },
  );

/** The file for a calendar is among the forms of the copy. */
export const ownerActionForm = formOf(ownerActionFields, (given, view) => {
  const { asOf, until, noticeDate, actions, passed, datesLeftOut } = given;
  const notice = noticeDate ? `, appeal days counted from the notice of ${noticeDate}` : '';
  const later = datesLeftOut > 0 ? `; ${plural(datesLeftOut, 'later date')} in the sections below` : '';
  return [
    ...section('actions', 'Days ahead', [
      text(`From ${asOf} to ${until}${notice}${later}.`, 'note'),
      ...actionTable('Days ahead', actions, view),
    ]),
    ...section('passed', 'Days that have passed', actionTable('Days that have passed', passed, view)),
  ];
});
