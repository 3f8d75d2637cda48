import { type Block, run } from '../document.ts';
import { contentWidth, type Paper } from './paper.ts';
import { colors, cutAt, heightOf, type Ruler, type SetLine, setCell, setLine } from './typeset.ts';

type Table = Extract<Block, { kind: 'table' }>;
type SetRow = readonly (readonly SetLine[])[];

const gutter = 10;
const padding = 2;
const body = { size: 8.6 };
const small = { size: 7.9 };
const head = { size: 8, face: 'semibold', color: colors.muted } as const;

/** Caption and source share a line where they fit into one. */
function captionOf({ caption, quiet, source }: Table, ruler: Ruler): SetLine[] {
  if (source) return setLine([run(caption, 'strong'), run('  \u00b7  '), ...source], contentWidth, body, ruler);
  return quiet ? [] : setLine([run(caption)], contentWidth, { size: 10, face: 'semibold' }, ruler);
}

/** Draws a table over as many pages as it needs; its head and the source of a broken group are repeated. */
export function drawTable(paper: Paper, table: Table): void {
  const { doc, ruler } = paper;
  const total = table.columns.reduce((sum, { width }) => sum + width, 0);
  let x = paper.left;
  const columns = table.columns.map(({ title, width }) => {
    const full = (width / total) * (contentWidth + gutter);
    const column = { title, x, width: full - gutter };
    x += full;
    return column;
  });
  const at = (index: number) => columns[index] ?? { title: '', x: paper.left, width: contentWidth };
  const tallest = (row: SetRow) => Math.max(0, ...row.map(heightOf)) + 2 * padding;
  const heads = columns.map(({ title, width }) => setCell([[{ text: title }]], width, head, ruler));
  const structure = paper.group(paper.root, 'Table');

  const drawHead = () => {
    const height = tallest(heads);
    const row = paper.group(structure, 'TR');
    heads.forEach((lines, index) => {
      paper.tagged(row, 'TH', () => paper.draw(lines, at(index).x, paper.y + padding));
    });
    row.end();
    paper.y += height;
    paper.rule(paper.y, colors.muted, 0.8);
  };

  const captionLines = captionOf(table, ruler);
  const set = table.groups.map(({ rows, shared }) => ({
    rows: rows.map((cells) =>
      cells.map((cell, index) => setCell(cell, at(index).width, table.small ? small : body, ruler)),
    ),
    shared: shared && setCell(shared, at(columns.length - 1).width, small, ruler),
  }));
  const first = set[0];
  const firstHeight = first ? Math.max(tallest(first.rows[0] ?? []), tallest(first.shared ? [first.shared] : [])) : 0;
  paper.ensure(heightOf(captionLines) + tallest(heads) + Math.min(firstHeight, paper.fullHeight / 2) + 6);
  if (captionLines.length > 0) {
    paper.tagged(structure, 'Caption', () => paper.draw(captionLines, paper.left, paper.y));
    paper.y += heightOf(captionLines);
  }
  drawHead();

  const breakPage = () => {
    paper.turnPage();
    drawHead();
  };

  for (const { rows, shared } of set) {
    const sharedHeight = shared ? heightOf(shared) + 2 * padding : 0;
    let sharedBottom = 0;
    rows.forEach((cells, index) => {
      let row: SetRow = cells;
      let opening = index === 0;
      for (;;) {
        const height = tallest(row);
        const needed = opening ? Math.max(height, sharedHeight) : height;
        const blank = paper.fullHeight - tallest(heads);
        if (needed > paper.room && (needed <= blank || paper.room < 60)) {
          breakPage();
          opening = true;
          continue;
        }
        // higher than a whole page: as much as fits, the others on the next
        const room = paper.room - 2 * padding;
        const parts = row.map((lines) => cutAt(lines, room));
        const now = parts.map(([these]) => these);
        const later = parts.map(([, those]) => those);
        const tag = paper.group(structure, 'TR');
        const top = paper.y + padding;
        now.forEach((lines, column) => {
          paper.tagged(tag, column === 0 ? 'TH' : 'TD', () => paper.draw(lines, at(column).x, top));
        });
        if (shared && opening) {
          paper.tagged(tag, 'TD', () => paper.draw(shared, at(columns.length - 1).x, top));
          sharedBottom = paper.y + sharedHeight;
        }
        tag.end();
        paper.y += tallest(now);
        if (later.every((lines) => lines.length === 0)) break;
        row = later;
        breakPage();
        opening = true;
      }
      const last = index === rows.length - 1;
      if (last) paper.y = Math.max(paper.y, sharedBottom);
      const end = shared && !last ? at(columns.length - 1).x - gutter - paper.left : contentWidth;
      paper.rule(paper.y, colors.line, 0.5, 0, end);
    });
  }
  structure.end();
  doc.fillColor(colors.ink);
  paper.y += 5;
}
