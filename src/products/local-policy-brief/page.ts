import { type Cell, labeled, list, muted, plain, quote, run, section, table, text } from '../../reports/document.ts';
import { spoken, webAddress } from '../../reports/words.ts';
import { verificationNotes } from '../../rules/cited-row.ts';
import { plural } from '../shared/compose/words.ts';
import { formOf } from '../shared/document/brief.ts';
import { policyFields, type RuleRead } from './schema.ts';

const ruleCell = ({ says, quote: words, statute, mayNotApply }: RuleRead): Cell => [
  plain(says),
  ...(statute ? [muted(statute)] : []),
  ...(words ? [[quote(words)]] : []),
  ...(mayNotApply ? [muted('It speaks for a part of the place, or whether it does is not known.')] : []),
];

const link = (name: string, url: string) => run(name, undefined, webAddress(url));

export const policyForm = formOf(policyFields, ({ rulesRead, rulesReadLeftOut = 0, notRead }, view) => {
  const { pages, topics, pointers } = notRead;
  return [
    ...section('rules-read', 'Rules that were read, the nearest first', [
      ...table(
        'Rules that were read',
        rulesRead,
        [
          ['Topic', 16, ({ topic }) => spoken(topic)],
          ['Of', 14, ({ place }) => place],
          ['Rule', 48, ruleCell],
          [
            'Read',
            22,
            ({ verification, readOn, edition, citation }) => [
              [run(`${readOn}, ${verificationNotes[verification]}`, 'muted'), view.marks.of(citation)],
              ...(edition ? [muted(`Edition ${edition}`)] : []),
            ],
          ],
        ],
        { quiet: true, small: true },
      ),
      ...(rulesReadLeftOut > 0 ? [text(`${plural(rulesReadLeftOut, 'further rule')} of wider places.`, 'note')] : []),
    ]),
    ...section('not-read', 'Where to look further; nothing of it was read', [
      ...list(pages.map(({ name, url }) => [[link(name, url)]])),
      ...list(
        pointers.map(({ about, place, statute, ask, url }) => [
          [run(`${about}, ${place}${statute ? `, said to be in ${statute}` : ''}: `), link(ask, url)],
        ]),
        { small: true },
      ),
      ...list(
        topics.map(({ topic, searchFor, ask }) => [
          labeled(spoken(topic), run(`search for ${searchFor.join(', ')}; ask the ${ask}`)),
        ]),
        { small: true },
      ),
    ]),
  ];
});
