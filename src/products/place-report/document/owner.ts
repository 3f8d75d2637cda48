import { type Block, type Cell, type Column, muted, quote, run, table, text } from '../../../reports/document.ts';
import type { ReportTable, SectionOf } from '../../../reports/sections.ts';
import { distanceText } from '../../../reports/values.ts';
import { moment, webAddress } from '../../../reports/words.ts';
import { sentence, type View } from '../../shared/document/view.ts';
import type { PlaceReport } from '../schema/report.ts';

type PlaceFact = NonNullable<PlaceReport['placeFacts']>[number];

/** The assessor's owner of record, only where the given report carries it; stored and public copies do not. */
export function ownerBlocks(placeFacts: readonly PlaceFact[], view: Pick<View, 'zone'>): Block[] {
  const stated = placeFacts.flatMap(({ result }) => {
    const { ownerOfRecord: name, ownerOfRecordCitation: citation } = result.ownerOfRecord
      ? result
      : (result.parcel ?? {});
    return name ? [{ name, citation }] : [];
  });
  const [first] = stated;
  if (!first) return [];
  const { name, citation } = first;
  const source: Cell = citation
    ? [
        [run(citation.sourceName ?? new URL(citation.sourceUrl).host, undefined, webAddress(citation.sourceUrl))],
        ...(citation.recordId ? [muted(`Record ${citation.recordId}`)] : []),
        muted(`Read ${moment(citation.fetchedAt, view.zone)}`),
      ]
    : [muted('No source was given with it')];
  return [
    ...table(
      'Owner of record as the assessor states it',
      [name],
      [
        ['What', 28, () => 'Owner of record'],
        ['Value in the source', 37, (stated) => [[quote(stated)]]],
        ['Source and dates', 35, () => source],
      ],
      { quiet: true, together: 1 },
    ),
    text('Read live for this answer. Stored, public and shared copies leave it out.', 'note'),
  ];
}

/** Id of the section that says what was published since a day, of a report that is about that. */
export const changesId = 'changes';

type Row = ReportTable['rows'][number];

function changeCell(key: string, value: Row['cells'][number] | undefined): Cell | string {
  if (value === null || value === undefined) return '';
  if (key === 'distanceMeters' && typeof value === 'number') return distanceText(value);
  if (key === 'record') return [[quote(String(value))]];
  return key === 'date' ? [[run(String(value), 'strong')]] : String(value);
}

const widths: Readonly<Record<string, number>> = { date: 1.1, event: 2, record: 3.4, status: 1.6, distanceMeters: 1.5 };

function changeTable({ label, columns, rows, leftOut }: ReportTable, view: View): Block[] {
  const own = columns.map(
    ({ key, label: title }, at): Column<Row> => [title, widths[key] ?? 1.5, ({ cells }) => changeCell(key, cells[at])],
  );
  const source: Column<Row> = ['Source', 0.8, ({ citation }) => [[view.marks.of(citation)]]];
  return [
    ...table(label, rows, [...own, source], { named: true }),
    ...(leftOut > 0 ? [text(muted(`${leftOut} more are in the sections below.`), 'note')] : []),
  ];
}

/** What was published since a day: how many, then each record. */
export function changeBlocks({ note, tables = [] }: SectionOf<'facts'>, view: View): Block[] {
  return [...(note ? [text(sentence(note, view), 'lead')] : []), ...tables.flatMap((one) => changeTable(one, view))];
}
