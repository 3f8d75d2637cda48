import { apart, type Block, type Cell, muted, plain, quote, run, text } from '../../../reports/document.ts';
import type { ReportTable, SectionOf } from '../../../reports/sections.ts';
import { distanceText } from '../../../reports/units.ts';
import { type ReportView, sentence } from './view.ts';

/** Id of the section that says what was published since a day, of a report that is about that. */
export const changesId = 'changes';

type Row = ReportTable['rows'][number];

function cellOf(key: string, value: Row['cells'][number] | undefined): Cell {
  if (value === null || value === undefined) return [plain('')];
  if (key === 'distanceMeters' && typeof value === 'number') return [plain(distanceText(value))];
  if (key === 'record') return [[quote(String(value))]];
  return [key === 'date' ? [run(String(value), 'strong')] : plain(String(value))];
}

const widths: Readonly<Record<string, number>> = { date: 1.1, event: 2, record: 3.4, status: 1.6, distanceMeters: 1.5 };

/** Dated records, one on each line with its source; none is folded. */
function tableBlock({ label, columns, rows, leftOut }: ReportTable, view: ReportView): Block[] {
  return [
    {
      kind: 'table',
      caption: label,
      named: true,
      columns: [
        ...columns.map((column) => ({ title: column.label, width: widths[column.key] ?? 1.5 })),
        { title: 'Source', width: 0.8 },
      ],
      groups: apart(
        rows.map(({ cells, citation }) => [
          ...columns.map(({ key }, at) => cellOf(key, cells[at])),
          [[view.marks.of(citation)]],
        ]),
      ),
    },
    ...(leftOut > 0 ? [text(muted(`${leftOut} more are in the sections below.`), 'note')] : []),
  ];
}

/** What was published since a day: how many, then each record. */
export function changeBlocks({ note, tables = [] }: SectionOf<'facts'>, view: ReportView): Block[] {
  return [...(note ? [text(sentence(note, view), 'lead')] : []), ...tables.flatMap((table) => tableBlock(table, view))];
}
