import type { PlaceRecord } from '../../../kernel/record.ts';
import { type Block, type Cell, type Column, quote, run, table } from '../../../reports/document.ts';
import type { MatchedBy, RecordEntry, SectionOf } from '../../../reports/sections.ts';
import { distanceText, valueText } from '../../../reports/values.ts';
import { dayOf, noteOf, webAddress } from '../../../reports/words.ts';
import { laneTitle, plural } from '../compose/words.ts';
import { sentence, type View } from './view.ts';

const precisionWords: Readonly<Record<PlaceRecord['locationPrecision'], string>> = {
  exact: '',
  block: 'placed to the block',
  area: 'placed to an area',
  unknown: 'position unknown',
};

function whereWords({ distanceMeters, distanceBucket, locationPrecision }: PlaceRecord, view: View): string {
  const distance = distanceMeters !== undefined ? distanceText(distanceMeters) : distanceBucket;
  return [distance && sentence(distance, view), precisionWords[locationPrecision]].filter(Boolean).join(', ');
}

function recordCell({ title, status, description, source }: PlaceRecord, view: View): Cell {
  const { recordId, recordUrl, sourceName, sourceUrl = '' } = source;
  return [
    [
      quote(title),
      ...(status ? [run(', status ', 'muted'), quote(status)] : []),
      ...(description ? [run(', '), quote(description)] : []),
      ...(recordId ? [run(' '), run(recordId, 'muted', webAddress(recordUrl))] : []),
      ...(sourceUrl
        ? [view.marks.of({ sourceName, sourceUrl, ...(recordId && recordUrl && { recordId, recordUrl }) })]
        : []),
    ],
  ];
}

/** Records in three columns: when, what and where. */
export function recordTable(title: string, records: readonly PlaceRecord[], view: View): Block[] {
  const columns: readonly Column<PlaceRecord>[] = [
    ['Date', 14, ({ occurredAt }) => dayOf(occurredAt, view.zone)],
    ['Record', 60, (record) => recordCell(record, view)],
    ['Where', 26, (record) => whereWords(record, view)],
  ];
  return table(title, records, columns, { quiet: true, small: true });
}

/** Records of one lane; those of the parcel itself are listed above and counted here. */
export function recordBlocks(section: SectionOf<'records'>, view: View): Block[] {
  const above = new Set(
    view.sections
      .flatMap((one) => (one.kind === 'entries' && one.id === 'on_parcel' ? one.entries : []))
      .map(({ recordId, id }) => recordId ?? id),
  );
  const known = new Map(view.records.map((record) => [record.id, record]));
  const all = section.recordIds.flatMap((id) => known.get(id) ?? []);
  const records = all.filter(({ id }) => !above.has(id));
  const remarks = [
    ...(all.length > records.length
      ? [`${plural(all.length - records.length, 'more record')} under "On this parcel".`]
      : []),
    ...(section.complete ? [] : ['The source holds more than is shown.']),
  ];
  return [...noteOf(remarks.join(' ')), ...recordTable(section.title, records, view)];
}

const matched: Readonly<Record<MatchedBy, string>> = { parcel_number: 'parcel number', street_address: 'address' };

function entryCell(entry: RecordEntry, ofSeveral: boolean, view: View): Cell {
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

function matchWords({ matchedBy, distanceMeters, of }: RecordEntry): string {
  if (matchedBy) return `${of ? `of the ${of}, ` : ''}by ${matchedBy.map((way) => matched[way]).join(' and ')}`;
  return distanceMeters === undefined ? 'not placed' : distanceText(distanceMeters);
}

/** Records in three columns: when, what, and where or by what it was matched. */
export function entryBlocks(
  {
    entries,
    complete,
    leftOut,
    note,
    title,
  }: Pick<SectionOf<'entries'>, 'entries' | 'complete' | 'leftOut' | 'note' | 'title'>,
  view: View,
): Block[] {
  const ofSeveral = new Set(entries.map(({ lane }) => lane)).size > 1;
  const remarks = [
    ...(complete ? [] : ['The source holds more than is shown.']),
    ...(leftOut > 0 ? [`${plural(leftOut, 'further record')} in the sources.`] : []),
  ];
  const columns: readonly Column<RecordEntry>[] = [
    ['Date', 14, ({ date }) => dayOf(date, view.zone)],
    ['Record', 62, (entry) => entryCell(entry, ofSeveral, view)],
    [entries.some(({ onParcel }) => onParcel) ? 'Matched' : 'Where', 24, matchWords],
  ];
  return [
    ...noteOf(note),
    ...noteOf(remarks.join(' ')),
    ...table(title, entries, columns, { quiet: true, small: true }),
  ];
}
