import { type Block, type Cell, plain, quote, run } from '../../../reports/document.ts';
import type { MatchedBy, RecordEntry, SectionOf } from '../../../reports/sections.ts';
import { grouped, valueText } from '../../../reports/values.ts';
import { noteOf, webAddress } from '../../../reports/words.ts';
import { laneTitle } from '../../shared/compose/words.ts';
import { distanceWords } from './opening.ts';

const matched: Readonly<Record<MatchedBy, string>> = { parcel_number: 'parcel number', street_address: 'address' };

function recordCell({ title, status, statusMeaning, amount, citation, lane }: RecordEntry): Cell {
  return [
    [quote(title), ...(amount ? [run(` ${valueText(amount.value, amount.unit)}`)] : [])],
    [
      run(`${laneTitle(lane)} `, 'muted'),
      run(citation.recordId ?? '', 'muted', webAddress(citation.recordUrl ?? citation.sourceUrl)),
      ...(status ? [run(' status ', 'muted'), quote(status)] : []),
      ...(statusMeaning ? [run(` ${statusMeaning}`, 'muted')] : []),
    ],
  ];
}

function whereCell({ matchedBy, distanceMeters }: RecordEntry): Cell {
  if (matchedBy) return [plain(`by ${matchedBy.map((way) => matched[way]).join(' and ')}`)];
  return [plain(distanceMeters === undefined ? 'not placed' : distanceWords(distanceMeters))];
}

/** Records in three columns: when, what, and where or by what it was matched; the sources stand once above them. */
export function entryBlocks({ entries, searchExtent, complete, leftOut, note, title }: SectionOf<'entries'>): Block[] {
  const sources = [...new Map(entries.map(({ citation }) => [citation.sourceName, citation])).values()];
  return [
    ...noteOf(note),
    {
      kind: 'text',
      line: [
        run('Searched ', 'muted'),
        run(`${searchExtent}. `),
        run(complete ? '' : 'Not all of it was read.', 'strong'),
      ],
    },
    ...(entries.length > 0
      ? [
          {
            kind: 'table' as const,
            caption: title,
            quiet: true,
            source: [
              run('Source: ', 'muted'),
              ...sources.flatMap(({ sourceName, sourceUrl }, at) => [
                ...(at > 0 ? [run(', ', 'muted')] : []),
                run(sourceName, undefined, webAddress(sourceUrl)),
              ]),
            ],
            columns: [
              { title: 'Date', width: 15 },
              { title: 'Record', width: 62 },
              { title: 'Where', width: 23 },
            ],
            groups: [
              { rows: entries.map((entry) => [[plain(entry.date ?? 'undated')], recordCell(entry), whereCell(entry)]) },
            ],
          },
        ]
      : []),
    ...(leftOut > 0 ? noteOf(`${grouped(leftOut)} further records stand in the sources.`) : []),
  ];
}
