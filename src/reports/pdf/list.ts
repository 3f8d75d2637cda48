import { type BlockOf, plain } from '../document.ts';
import { contentWidth, type Paper } from './paper.ts';
import { heightOf, type SetLine, setCell, setLine, type TextStyle } from './typeset.ts';

type List = BlockOf<'list'>;

const bullet = 14;
const gap = 18;
const narrow = (contentWidth - gap) / 2;
const small: TextStyle = { size: 8.2 };
const normal: TextStyle = { size: 9.5 };

/** Draws a list; one in small type goes into two columns. */
export function drawList(paper: Paper, { items, ordered, small: fine }: Omit<List, 'kind'>): void {
  const list = paper.group(paper.root, 'L');
  const set = (style: TextStyle, width: number) =>
    items.map((item, index) => ({
      lines: setCell(item, width - bullet - 6, style, paper.ruler),
      sign: setLine(plain(ordered ? `${index + 1}.` : '\u2022'), bullet + 6, style, paper.ruler),
    }));
  const columns = fine ? set(small, narrow) : [];
  // what is higher than half a page is broken over pages, which only the wide form does
  if (fine && columns.every(({ lines }) => heightOf(lines) < paper.fullHeight / 2)) drawColumns(paper, list, columns);
  else {
    for (const { lines, sign } of set(fine ? small : normal, contentWidth)) {
      paper.ensure(Math.min(heightOf(lines), 60));
      const entry = paper.group(list, 'LI');
      paper.tagged(entry, 'Lbl', () => paper.draw(sign, paper.left + (ordered ? 0 : 4), paper.y));
      paper.paragraph(lines, { tag: 'LBody', indent: bullet + 4, parent: entry });
      entry.end();
      paper.y += 2;
    }
  }
  list.end();
  paper.y += 6;
}

interface Item {
  readonly lines: readonly SetLine[];
  readonly sign: readonly SetLine[];
}

/** Down the left column, then down the right one; both end at about the same height. */
function drawColumns(paper: Paper, list: PDFKit.PDFStructureElement, items: readonly Item[]): void {
  const height = ({ lines }: Item) => heightOf(lines) + 1.5;
  const tallest = Math.max(0, ...items.map(height));
  let rest = items;
  while (rest.length > 0) {
    paper.ensure(tallest);
    const all = rest.reduce((sum, item) => sum + height(item), 0);
    const top = paper.y;
    const bottom = top + Math.min(paper.room, all / 2 + tallest / 2);
    for (const x of [paper.left, paper.left + narrow + gap]) {
      let y = top;
      for (let item = rest[0]; item && (y === top || y + height(item) <= bottom); item = rest[0]) {
        const { lines, sign } = item;
        const at = y;
        const entry = paper.group(list, 'LI');
        paper.tagged(entry, 'Lbl', () => paper.draw(sign, x + 4, at));
        paper.tagged(entry, 'LBody', () => paper.draw(lines, x + bullet + 4, at));
        entry.end();
        y += height(item);
        rest = rest.slice(1);
      }
      paper.y = Math.max(paper.y, y);
    }
    if (rest.length > 0) paper.turnPage();
  }
}
