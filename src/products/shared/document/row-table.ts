import { titledColumns } from '../../../reports/column-widths.ts';
import { type Block, type Line, labeled, run, table } from '../../../reports/document.ts';
import type { ReportTable } from '../../../reports/sections.ts';
import { distanceText, grouped, lengthText } from '../../../reports/values.ts';
import { webAddress } from '../../../reports/words.ts';
import { lowered } from '../compose/labels.ts';
import { sourceKey, type View, valueWords, wordsRun } from './view.ts';

type Row = ReportTable['rows'][number];

/** A column as it is drawn: what it says of a row, nothing where the row does not say. */
interface Drawn {
  /** Empty where the value says by itself what it is: a name, a direction. */
  readonly name: string;
  readonly title: string;
  readonly textOf: (row: Row) => string | undefined;
}

const maxColumns = 5;

const plainFields: ReadonlySet<string> = new Set([
  'name',
  'label',
  'title',
  'type',
  'legend',
  'description',
  'subtype',
  'detail',
]);

/** Distance and direction are one column: "0.4 mi (583 m) NW". */
function columnsOf({ columns, rows }: ReportTable, view: View): readonly Drawn[] {
  const at = (key: string) => columns.findIndex((column) => column.key === key);
  const [distance, direction] = [at('distanceMeters'), at('direction')];
  const plainOf = (index: number): Drawn => ({
    title: columns[index]?.label ?? '',
    name: plainFields.has(columns[index]?.key ?? '') ? '' : (columns[index]?.label ?? ''),
    textOf: ({ cells }) => {
      const cell = cells[index] ?? null;
      return cell === null ? undefined : valueWords(cell, columns[index]?.unit, view);
    },
  });
  const placed: Drawn = {
    title: 'Where',
    name: '',
    textOf: ({ cells }) => {
      const meters = cells[distance] ?? null;
      const toward = cells[direction] ?? null;
      return typeof meters === 'number' ? `${distanceText(meters)}${toward === null ? '' : ` ${toward}`}` : undefined;
    },
  };
  return columns.flatMap(({ key }, index): Drawn[] => {
    if (index === distance) return [placed];
    if (key === 'further') return furtherOf(rows, index, view);
    return index === direction && distance >= 0 ? [] : [plainOf(index)];
  });
}

const named = /^([^:;]+): (.+)$/s;

/** What stands named in one column, "Depth: 84 ft; Altitude: 315 ft", as a column for each name. */
function furtherOf(rows: readonly Row[], index: number, view: View): Drawn[] {
  const partsOf = ({ cells }: Row) =>
    String(cells[index] ?? '')
      .split(/; (?=\p{Lu}[^:;]{0,60}: )/u)
      .flatMap((part) => {
        const [, name = '', value = part] = named.exec(part) ?? [];
        return part === '' ? [] : [[name, value] as const];
      });
  const stated = new Map(rows.map((row) => [row, new Map(partsOf(row))]));
  const names = new Set([...stated.values()].flatMap((parts) => [...parts.keys()]));
  return [...names].map((name) => ({
    title: name,
    name,
    textOf: (row) => {
      const value = stated.get(row)?.get(name);
      return value === undefined ? undefined : valueWords(value, undefined, view);
    },
  }));
}

function moreOf(columns: readonly Drawn[], row: Row): Line {
  const parts = columns.flatMap(({ name, textOf }) => {
    const text = textOf(row);
    return text === undefined ? [] : [{ name, text }];
  });
  return parts.flatMap(({ name, text }, index) => [
    run(`${index > 0 ? '; ' : ''}${name === '' ? '' : `${lowered(name)} `}`, 'muted'),
    wordsRun(index < parts.length - 1 ? text.replace(/\.$/, '') : text),
  ]);
}

function sameInAll(columns: readonly Drawn[], rows: readonly Row[]): { varied: Drawn[]; same: string[] } {
  const varied: Drawn[] = [];
  const same: string[] = [];
  for (const [index, column] of columns.entries()) {
    const texts = new Set(rows.map(column.textOf));
    const [text] = texts;
    if (index > 0 && rows.length > 1 && texts.size === 1 && text !== undefined) {
      const words = text.replace(/\.$/, '');
      same.push(column.name === '' ? words : `${lowered(column.name)} ${words}`);
    } else if (texts.size > 1 || text !== undefined) varied.push(column);
  }
  return { varied, same };
}

function rowLine(table: ReportTable, row: Row, view: View): Line {
  const [first, ...others] = columnsOf(table, view).filter(({ textOf }) => textOf(row) !== undefined);
  if (!first) return [];
  const more = moreOf(others, row);
  return [
    ...labeled(table.label, run(first.textOf(row) ?? '', 'strong', webAddress(row.citation.recordUrl))),
    ...(more.length > 0 ? [run('; ', 'muted'), ...more] : []),
    view.marks.of(row.citation),
  ];
}

/** Whether the rows of a table differ in what they name first alone; what they share and those names are one line. */
function namesLine(table: ReportTable, view: View): Line | undefined {
  const { varied, same } = sameInAll(columnsOf(table, view), table.rows);
  const [only, ...others] = varied;
  if (!only || others.length > 0 || new Set(table.rows.map(sourceKey)).size > 1) return undefined;
  const names = table.rows.flatMap((row, at) => [
    run(at > 0 ? ', ' : ''),
    run(only.textOf(row) ?? '', 'strong', webAddress(row.citation.recordUrl)),
  ]);
  const [first] = table.rows;
  return [
    ...labeled(table.label, ...names),
    ...(same.length > 0 ? [run(`; ${same.join('; ')}`, 'muted')] : []),
    ...(first ? [view.marks.of(first.citation)] : []),
  ];
}

/** A list that fits into one line: of one row, or of rows that differ in their names alone. */
export function tableLine(table: ReportTable, view: View): Line | undefined {
  const [only, ...more] = table.rows;
  if (!only || table.leftOut > 0) return undefined;
  return more.length === 0 ? rowLine(table, only, view) : namesLine(table, view);
}

const maxNamed = 2;

/** The first rows of a list by what they name and where they lie, for a page on which the list itself is folded. */
export function shortLine({ label, columns, rows, leftOut }: ReportTable, view: View): Line {
  const at = columns.findIndex(({ key }) => plainFields.has(key));
  const distance = columns.findIndex(({ key }) => key === 'distanceMeters');
  const named = rows.slice(0, maxNamed).map(({ cells }) => {
    const meters = cells[distance] ?? null;
    const name = cells[Math.max(0, at)] ?? cells[0] ?? null;
    const where = typeof meters === 'number' ? ` ${lengthText(meters)}` : '';
    return `${name === null ? '' : valueWords(name, undefined, view)}${where}`;
  });
  const more = rows.length - named.length + leftOut;
  const [first] = rows;
  return [
    ...labeled(label, run(named.join('; '))),
    ...(more > 0 ? [run(`; ${grouped(more)} more`, 'muted')] : []),
    ...(first ? [view.marks.of(first.citation)] : []),
  ];
}

/** A list of rows as a table: the number of its source beside its caption where there is one, else in each row. */
export function rowTable(list: ReportTable, view: View): Block[] {
  const { label, rows, leftOut } = list;
  const together = new Set(rows.map(sourceKey)).size === 1;
  const { varied, same } = sameInAll(columnsOf(list, view), rows);
  const own = varied.length > maxColumns ? varied.slice(0, maxColumns - 1) : varied;
  const others = varied.slice(own.length);
  const firstCell = (text: string, { citation }: Row): Line => [
    wordsRun(text, undefined, webAddress(citation.recordUrl)),
    ...(together ? [] : [view.marks.of(citation)]),
  ];
  const drawn = [
    ...own.map(({ title, textOf }, index) => ({
      title,
      lineOf: (row: Row): Line => (index === 0 ? firstCell(textOf(row) ?? '', row) : [wordsRun(textOf(row) ?? '')]),
    })),
    ...(others.length > 0 ? [{ title: 'More', lineOf: (row: Row) => moreOf(others, row) }] : []),
  ];
  const textIn = (line: Line) => line.map(({ text }) => text).join('');
  const columns = titledColumns(drawn.map(({ title, lineOf }) => ({ title, texts: rows.map(lineOf).map(textIn) })));
  const remarks = [...same, ...(leftOut > 0 ? [`${grouped(leftOut)} more in the source`] : [])];
  const [first] = rows;
  return table(
    remarks.length > 0 ? `${label} (${remarks.join('; ')})` : label,
    rows,
    columns.map(({ title, width }, index) => [title, width, (row) => [drawn[index]?.lineOf(row) ?? []]]),
    { named: true, small: true, ...(together && first && { source: [view.marks.of(first.citation)] }) },
  );
}
