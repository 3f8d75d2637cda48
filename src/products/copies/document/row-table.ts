import { titledColumns } from '../../../reports/column-widths.ts';
import { apart, type Block, type Cell, type Line, labeled, run, text } from '../../../reports/document.ts';
import type { ReportTable } from '../../../reports/sections.ts';
import { grouped, valueText } from '../../../reports/values.ts';
import { shown, sourceCell, sourceLine, webAddress } from '../../../reports/words.ts';
import { bySource } from './tables.ts';

type Row = ReportTable['rows'][number];

const named = /^([^:;]+: )(.+)$/s;

/** The values without a column of their own, "Depth: 84 ft; Altitude: 315 ft", with their names set back. */
function furtherLine(words: string): Line {
  return words.split(/; (?=\p{Lu}[^:;]{0,60}: )/u).flatMap((part, index) => {
    const [, name = '', value = part] = named.exec(part) ?? [];
    return [run(`${index > 0 ? '; ' : ''}${name}`, 'muted'), run(shown(value))];
  });
}

const textOf = (value: Row['cells'][number] | undefined, unit: string | undefined): string =>
  value === null || value === undefined ? '' : valueText(value, unit);

const sourceOf = ({ citation: { recordId: _id, recordUrl: _url, ...source } }: Row) => JSON.stringify(source);

const leftOutNote = (count: number): Block =>
  text(`${grouped(count)} more ${count === 1 ? 'row is' : 'rows are'} in the tool's own answer.`, 'note');

/** A list of rows. One source is named once above it, several beside their rows. */
export function rowTable({ label, columns, rows, leftOut }: ReportTable): Block[] {
  const [first] = rows;
  if (!first) return [];
  const together = new Set(rows.map(sourceOf)).size === 1;
  const oneRecord = new Set(rows.map(({ citation }) => citation.recordId)).size === 1;
  const cellsOf = ({ cells, citation: { recordId, recordUrl } }: Row): readonly Cell[] =>
    columns.map(({ key, unit }, index): Cell => {
      const words = textOf(cells[index], unit);
      // a row without a number leads to its record by what it names first
      const page = key === 'url' ? webAddress(words) : index === 0 && !recordId ? webAddress(recordUrl) : undefined;
      const line = key === 'further' ? furtherLine(words) : [run(shown(words), undefined, page)];
      const record: Line = [run('Record ', 'muted'), run(recordId ?? '', 'muted', webAddress(recordUrl))];
      return index === 0 && together && !oneRecord && recordId ? [line, record] : [line];
    });
  const { recordId: _id, recordUrl: _url, ...source } = first.citation;
  return [
    {
      kind: 'table',
      caption: label,
      named: true,
      ...(together && { source: labeled('Source', ...sourceLine(oneRecord ? first.citation : source)) }),
      columns: [
        ...titledColumns(
          columns.map(({ label: title, unit }, index) => ({
            title,
            texts: rows.map(({ cells }) => textOf(cells[index], unit)),
          })),
        ),
        ...(together ? [] : [{ title: 'Source and dates', width: 30 }]),
      ],
      groups: together ? apart(rows.map(cellsOf)) : bySource(rows, ({ citation }) => sourceCell(citation), cellsOf),
    },
    ...(leftOut > 0 ? [leftOutNote(leftOut)] : []),
  ];
}
