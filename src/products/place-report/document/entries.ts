import { type Block, type Cell, plain, quote, run, table } from '../../../reports/document.ts';
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
  const where = entries.some(({ onParcel }) => onParcel) ? 'Matched' : 'Where';
  const rows = entries.map((entry) => [
    [plain(dayOf(entry.date, view.zone))],
    recordCell(entry, ofSeveral, view),
    [plain(whereWords(entry))],
  ]);
  return [
    ...noteOf(note),
    ...noteOf(remarks.join(' ')),
    ...table(title, { Date: 14, Record: 62, [where]: 24 }, rows, { quiet: true, small: true }),
  ];
}
