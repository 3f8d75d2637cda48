import { type Block, type Cell, type Column, muted, quote, run, table, text } from '../../../reports/document.ts';
import type { ReportTable, SectionOf } from '../../../reports/sections.ts';
import { distanceText } from '../../../reports/values.ts';
import { sentence, type View } from '../../shared/document/view.ts';

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
