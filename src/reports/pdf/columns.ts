import type { BlockOf, Cell } from '../document.ts';
import { contentWidth } from './paper.ts';
import type { Ruler, TextStyle } from './typeset.ts';

type Table = BlockOf<'table'>;

export const gutter = 10;
/** The widest word for which a column is made wider. */
const widest = 84;

export interface Column {
  readonly title: string;
  readonly x: number;
  readonly width: number;
}

/** The longest word of some cells, by its letters; addresses and hashes may be broken anywhere. */
function longestWord(cells: readonly (Cell | undefined)[]): string {
  const runs = cells.flatMap((cell) => (cell ?? []).flat()).filter(({ style }) => style !== 'code');
  let longest = '';
  for (const { text } of runs) for (const word of text.split(/\s+/)) if (word.length > longest.length) longest = word;
  return longest;
}

/** Width that each column needs so that a date or a usual word stays whole. */
function leastWidths({ columns, groups }: Table, ruler: Ruler, { size }: TextStyle): number[] {
  return columns.map(({ title }, index) => {
    const cells = groups.flatMap(({ rows, shared }) => [
      ...rows.map((row) => row[index]),
      ...(shared && index === columns.length - 1 ? [shared] : []),
    ]);
    const measured = ruler.width(longestWord([...cells, [[{ text: title }]]]), 'semibold', size);
    return Math.min(widest, measured + 1) + gutter;
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Columns as the table shares the width out; what a narrow one lacks for a word comes from those that have room. */
export function columnsOf(table: Table, left: number, ruler: Ruler, style: TextStyle): readonly Column[] {
  const full = contentWidth + gutter;
  const total = sum(table.columns.map(({ width }) => width));
  const given = table.columns.map(({ width }) => (width / total) * full);
  const least = leastWidths(table, ruler, style);
  const lacking = sum(given.map((width, index) => Math.max(0, (least[index] ?? 0) - width)));
  const room = sum(given.map((width, index) => Math.max(0, width - (least[index] ?? 0))));
  const taken = room > 0 ? Math.min(1, lacking / room) : 0;
  let x = left;
  return given.map((width, index) => {
    const need = least[index] ?? 0;
    const own = width < need ? width + (need - width) * Math.min(1, room / lacking) : width - (width - need) * taken;
    const column = { title: table.columns[index]?.title ?? '', x, width: own - gutter };
    x += own;
    return column;
  });
}
