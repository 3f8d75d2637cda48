import { type Block, type Cell, plain, quote, run } from '../../../reports/document.ts';
import type { MatchedBy, RecordEntry, SectionOf } from '../../../reports/sections.ts';
import { distanceText } from '../../../reports/units.ts';
import { valueText } from '../../../reports/values.ts';
import { dayOf, noteOf, webAddress } from '../../../reports/words.ts';
import { laneTitle, plural } from '../../shared/compose/words.ts';
import { type ReportView, sentence } from './view.ts';

const matched: Readonly<Record<MatchedBy, string>> = { parcel_number: 'parcel number', street_address: 'address' };

function recordCell(entry: RecordEntry, ofSeveral: boolean, view: ReportView): Cell {
  const { title, status, statusMeaning, amount, citation, lane } = entry;
  const kind = laneTitle(lane);
  return [
    [
      ...(title === kind ? [run(kind)] : [...(ofSeveral ? [run(`${kind}: `, 'muted')] : []), quote(title)]),
      ...(amount ? [run(`, ${valueText(amount.value, amount.unit)}`)] : []),
      ...(status ? [run(', status ', 'muted'), quote(status)] : []),
      ...(statusMeaning ? [run(` ${sentence(statusMeaning, view)}`, 'muted')] : []),
      ...(citation.recordId ? [run(' '), run(citation.recordId, 'muted', webAddress(citation.recordUrl))] : []),
      view.marks.of(citation),
    ],
  ];
}

function whereWords({ matchedBy, distanceMeters }: RecordEntry): string {
  if (matchedBy) return `by ${matchedBy.map((way) => matched[way]).join(' and ')}`;
  return distanceMeters === undefined ? 'not placed' : distanceText(distanceMeters);
}

/** Records in three columns: when, what, and where or by what it was matched. */
export function entryBlocks(
  { entries, complete, leftOut, note, title }: SectionOf<'entries'>,
  view: ReportView,
): Block[] {
  const ofSeveral = new Set(entries.map(({ lane }) => lane)).size > 1;
  const remarks = [
    ...(complete ? [] : ['The source holds more than is shown.']),
    ...(leftOut > 0 ? [`${plural(leftOut, 'further record')} in the sources.`] : []),
  ];
  return [
    ...noteOf(note),
    ...noteOf(remarks.join(' ')),
    ...(entries.length > 0
      ? [
          {
            kind: 'table' as const,
            caption: title,
            quiet: true,
            small: true,
            columns: [
              { title: 'Date', width: 14 },
              { title: 'Record', width: 62 },
              { title: entries.some(({ onParcel }) => onParcel) ? 'Matched' : 'Where', width: 24 },
            ],
            groups: [
              {
                rows: entries.map((entry) => [
                  [plain(dayOf(entry.date, view.zone))],
                  recordCell(entry, ofSeveral, view),
                  [plain(whereWords(entry))],
                ]),
              },
            ],
          },
        ]
      : []),
  ];
}
