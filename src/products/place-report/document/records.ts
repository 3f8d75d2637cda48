import type { PlaceRecord } from '../../../kernel/record.ts';
import { type Block, type Cell, plain, quote, run, table, text } from '../../../reports/document.ts';
import type { SectionOf } from '../../../reports/sections.ts';
import { distanceText } from '../../../reports/units.ts';
import { dayOf, webAddress } from '../../../reports/words.ts';
import { plural } from '../../shared/compose/words.ts';
import { type ReportView, sentence } from './view.ts';

const precisionWords: Readonly<Record<PlaceRecord['locationPrecision'], string>> = {
  exact: '',
  block: 'placed to the block',
  area: 'placed to an area',
  unknown: 'position unknown',
};

function whereWords({ distanceMeters, distanceBucket, locationPrecision }: PlaceRecord, view: ReportView): string {
  const distance = distanceMeters !== undefined ? distanceText(distanceMeters) : distanceBucket;
  return [distance && sentence(distance, view), precisionWords[locationPrecision]].filter(Boolean).join(', ');
}

function recordCell({ title, status, description, source }: PlaceRecord, view: ReportView): Cell {
  const { recordId, recordUrl, sourceName, sourceUrl = '' } = source;
  return [
    [
      quote(title),
      ...(status ? [run(', status ', 'muted'), quote(status)] : []),
      ...(description ? [run(', '), quote(description)] : []),
      ...(recordId ? [run(' '), run(recordId, 'muted', webAddress(recordUrl))] : []),
      ...(sourceUrl ? [view.marks.of({ sourceName, sourceUrl, ...(recordUrl && { recordUrl }) })] : []),
    ],
  ];
}

/** Records: date, quoted text with status and number, place. */
export const recordTable = (records: readonly PlaceRecord[], caption: string, view: ReportView): Block[] =>
  table(
    caption,
    { Date: 14, Record: 60, Where: 26 },
    records.map((record) => [
      [plain(dayOf(record.occurredAt, view.zone))],
      recordCell(record, view),
      [plain(whereWords(record, view))],
    ]),
    { quiet: true, small: true },
  );

/** Records of one lane; those of the parcel itself are listed above and counted here. */
export function recordBlocks(section: SectionOf<'records'>, view: ReportView): Block[] {
  const { report } = view;
  const above = new Set(
    report.sections
      .flatMap((one) => (one.kind === 'entries' && one.id === 'on_parcel' ? one.entries : []))
      .map(({ recordId, id }) => recordId ?? id),
  );
  const known = new Map(report.records.map((record) => [record.id, record]));
  const all = section.recordIds.flatMap((id) => known.get(id) ?? []);
  const records = all.filter(({ id }) => !above.has(id));
  const remarks = [
    ...(all.length > records.length
      ? [`${plural(all.length - records.length, 'more record')} under "On this parcel".`]
      : []),
    ...(section.complete ? [] : ['The source holds more than is shown.']),
  ];
  return [
    ...(remarks.length > 0 ? [text(remarks.join(' '), 'note')] : []),
    ...recordTable(records, section.title, view),
  ];
}
