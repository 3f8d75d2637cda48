import { type Block, type Cell, type Line, plain, run } from '../../../reports/document.ts';
import type { ReportTable } from '../../../reports/sections.ts';
import { grouped, valueText } from '../../../reports/values.ts';
import { shown, sourceCell, sourceLine, webAddress } from '../../../reports/words.ts';
import { bySource } from './tables.ts';

type Row = ReportTable['rows'][number];

const named = /^([^:;]+: )(.+)$/s;

/** The values without a column of their own, "Depth: 84 ft; Altitude: 315 ft", with their names set back. */
function furtherLine(text: string): Line {
  return text.split(/; (?=\p{Lu}[^:;]{0,60}: )/u).flatMap((part, index) => {
    const [, name = '', value = part] = named.exec(part) ?? [];
    return [run(`${index > 0 ? '; ' : ''}${name}`, 'muted'), run(shown(value))];
  });
}

const textOf = (value: Row['cells'][number] | undefined, unit: string | undefined): string =>
  value === null || value === undefined ? '' : valueText(value, unit);

const sourceOf = ({ citation: { recordId: _id, recordUrl: _url, ...source } }: Row) => JSON.stringify(source);

/** What a line of a table takes, in characters. */
const lineLength = 110;
const gutter = 3;

/** Widths in characters: each column has room for its longest word, and what is left goes to those with more text. */
function widthsOf(columns: readonly (readonly string[])[]): number[] {
  const longest = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length)) + gutter;
  const least = columns.map((texts) => Math.min(26, longest(texts.flatMap((text) => text.split(/\s+/)))));
  const wish = columns.map((texts, index) => Math.min(60, longest(texts)) - (least[index] ?? 0));
  const free = Math.max(0, lineLength - sum(least));
  const share = Math.min(1, free / Math.max(1, sum(wish)));
  return least.map((width, index) => Math.round(width + (wish[index] ?? 0) * share));
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

const leftOutNote = (count: number): Block => ({
  kind: 'text',
  tone: 'note',
  line: plain(`${grouped(count)} more ${count === 1 ? 'row is' : 'rows are'} in the tool's own answer.`),
});

/** A list of rows. One source stands once above it, several beside their rows. */
export function rowTable({ label, columns, rows, leftOut }: ReportTable): Block[] {
  const [first] = rows;
  if (!first) return [];
  const together = new Set(rows.map(sourceOf)).size === 1;
  const oneRecord = new Set(rows.map(({ citation }) => citation.recordId)).size === 1;
  const cellsOf = ({ cells, citation: { recordId, recordUrl } }: Row): readonly Cell[] =>
    columns.map(({ key, unit }, index): Cell => {
      const text = textOf(cells[index], unit);
      // a row without a number leads to its record by what it names first
      const page = key === 'url' ? webAddress(text) : index === 0 && !recordId ? webAddress(recordUrl) : undefined;
      const line = key === 'further' ? furtherLine(text) : [run(shown(text), undefined, page)];
      const record: Line = [run('Record ', 'muted'), run(recordId ?? '', 'muted', webAddress(recordUrl))];
      return index === 0 && together && !oneRecord && recordId ? [line, record] : [line];
    });
  const widths = widthsOf(
    columns.map(({ label: title, unit }, index) => [title, ...rows.map(({ cells }) => textOf(cells[index], unit))]),
  );
  const { recordId: _id, recordUrl: _url, ...source } = first.citation;
  return [
    {
      kind: 'table',
      caption: label,
      named: true,
      ...(together && { source: [run('Source: ', 'muted'), ...sourceLine(oneRecord ? first.citation : source)] }),
      columns: [
        ...columns.map(({ label: title }, index) => ({ title, width: widths[index] ?? gutter })),
        ...(together ? [] : [{ title: 'Source and dates', width: 30 }]),
      ],
      groups: together
        ? rows.map((row) => ({ rows: [cellsOf(row)] }))
        : bySource(rows, ({ citation }) => sourceCell(citation), cellsOf),
    },
    ...(leftOut > 0 ? [leftOutNote(leftOut)] : []),
  ];
}
