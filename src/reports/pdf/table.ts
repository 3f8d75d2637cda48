import { type BlockOf, type Cell, run } from '../document.ts';
import { contentWidth, type Paper } from './paper.ts';
import { colors, cutAt, heightOf, type Ruler, type SetLine, setCell, setLine, type TextStyle } from './typeset.ts';

type Table = BlockOf<'table'>;
type SetRow = readonly (readonly SetLine[])[];

const gutter = 10;
const widest = 84;

type Column = ReturnType<typeof columnsOf>[number];

/** The longest word of some cells, by its letters; addresses and hashes may be broken anywhere. */
function longestWord(cells: readonly (Cell | undefined)[]): string {
  const runs = cells.flatMap((cell) => (cell ?? []).flat()).filter(({ style }) => style !== 'code');
  let longest = '';
  for (const { text } of runs) for (const word of text.split(/\s+/)) if (word.length > longest.length) longest = word;
  return longest;
}

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
function columnsOf(table: Table, left: number, ruler: Ruler, style: TextStyle) {
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

const padding = 1.2;
const body = { size: 8.6 };
const small = { size: 7.9 };
const head = { size: 8, face: 'semibold', color: colors.muted } as const;

function captionOf({ caption, quiet, source }: Table, ruler: Ruler): SetLine[] {
  const title = quiet ? [] : [run(caption, 'strong'), run('  \u00b7  ')];
  if (source) return setLine([...title, ...source], contentWidth, body, ruler);
  return quiet ? [] : setLine([run(caption)], contentWidth, { size: 10, face: 'semibold' }, ruler);
}

interface SetGroup {
  readonly rows: readonly SetRow[];
  readonly shared: readonly SetLine[] | undefined;
}

const tallest = (row: SetRow) => Math.max(0, ...row.map(heightOf)) + 2 * padding;

class TableDrawing {
  readonly #paper: Paper;
  readonly #columns: readonly Column[];
  readonly #heads: SetRow;
  readonly #structure: ReturnType<Paper['group']>;

  constructor(paper: Paper, table: Table) {
    this.#paper = paper;
    this.#columns = columnsOf(table, paper.left, paper.ruler, table.small ? small : body);
    this.#heads = this.#columns.map(({ title, width }) => setCell([[{ text: title }]], width, head, paper.ruler));
    this.#structure = paper.group(paper.root, 'Table');
  }

  get #sourceColumn(): Column {
    return this.#column(this.#columns.length - 1);
  }

  #column(index: number): Column {
    return this.#columns[index] ?? { title: '', x: this.#paper.left, width: contentWidth };
  }

  setGroup({ rows, shared }: Table['groups'][number], style: TextStyle): SetGroup {
    const { ruler } = this.#paper;
    return {
      rows: rows.map((cells) => cells.map((cell, index) => setCell(cell, this.#column(index).width, style, ruler))),
      shared: shared && setCell(shared, this.#sourceColumn.width, small, ruler),
    };
  }

  /** Caption and head, on a page that has room for the beginning of the first group too. */
  open(caption: readonly SetLine[], first: SetGroup | undefined): void {
    const paper = this.#paper;
    const firstHeight = first ? Math.max(tallest(first.rows[0] ?? []), tallest(first.shared ? [first.shared] : [])) : 0;
    paper.ensure(heightOf(caption) + tallest(this.#heads) + Math.min(firstHeight, paper.fullHeight / 2) + 6);
    if (caption.length > 0) {
      paper.tagged(this.#structure, 'Caption', () => paper.draw(caption, paper.left, paper.y));
      paper.y += heightOf(caption);
    }
    this.#drawHead();
  }

  drawGroup({ rows, shared }: SetGroup): void {
    const paper = this.#paper;
    let sharedBottom = 0;
    rows.forEach((cells, index) => {
      sharedBottom = this.#drawRow(cells, shared, index === 0) ?? sharedBottom;
      const last = index === rows.length - 1;
      if (last) paper.y = Math.max(paper.y, sharedBottom);
      const end = shared && !last ? this.#sourceColumn.x - gutter - paper.left : contentWidth;
      paper.rule(paper.y, colors.line, 0.5, 0, end);
    });
  }

  close(): void {
    this.#structure.end();
    this.#paper.doc.fillColor(colors.ink);
    this.#paper.y += 5;
  }

  #drawHead(): void {
    const paper = this.#paper;
    const row = paper.group(this.#structure, 'TR');
    this.#heads.forEach((lines, index) => {
      paper.tagged(row, 'TH', () => paper.draw(lines, this.#column(index).x, paper.y + padding), { scope: 'Column' });
    });
    row.end();
    paper.y += tallest(this.#heads);
    paper.rule(paper.y, colors.muted, 0.8);
  }

  #turnPage(): void {
    this.#paper.turnPage();
    this.#drawHead();
  }

  /**
   * Draws a row, over several pages where it is higher than one. The shared source is beside the group's first row
   * and again on each page; returns where it ends, if it was drawn.
   */
  #drawRow(cells: SetRow, shared: SetGroup['shared'], opensGroup: boolean): number | undefined {
    let row = cells;
    let source = opensGroup ? shared : undefined;
    let sourceBottom: number | undefined;
    for (;;) {
      if (this.#belongsOnNextPage(row, source)) {
        this.#turnPage();
        source = shared;
        continue;
      }
      // higher than a whole page: as much as fits, the others on the next
      const parts = row.map((lines) => cutAt(lines, this.#paper.room - 2 * padding));
      const top = this.#paper.y;
      this.#drawCells(
        parts.map(([fitting]) => fitting),
        source,
      );
      if (source) sourceBottom = top + tallest([source]);
      row = parts.map(([, rest]) => rest);
      if (row.every((lines) => lines.length === 0)) return sourceBottom;
      this.#turnPage();
      source = shared;
    }
  }

  #belongsOnNextPage(row: SetRow, source: SetGroup['shared']): boolean {
    const { room, fullHeight } = this.#paper;
    const needed = Math.max(tallest(row), source ? tallest([source]) : 0);
    return needed > room && (needed <= fullHeight - tallest(this.#heads) || room < 60);
  }

  #drawCells(row: SetRow, source: SetGroup['shared']): void {
    const paper = this.#paper;
    const tag = paper.group(this.#structure, 'TR');
    const top = paper.y + padding;
    row.forEach((lines, column) => {
      const draw = () => paper.draw(lines, this.#column(column).x, top);
      if (column === 0) paper.tagged(tag, 'TH', draw, { scope: 'Row' });
      else paper.tagged(tag, 'TD', draw);
    });
    if (source) paper.tagged(tag, 'TD', () => paper.draw(source, this.#sourceColumn.x, top));
    // each row has a cell for each column
    else for (let column = row.length; column < this.#columns.length; column++) paper.group(tag, 'TD').end();
    tag.end();
    paper.y += tallest(row);
  }
}

/** Draws a table over as many pages as it needs; its head and the source of a broken group are repeated. */
export function drawTable(paper: Paper, table: Table): void {
  const drawing = new TableDrawing(paper, table);
  const groups = table.groups.map((group) => drawing.setGroup(group, table.small ? small : body));
  drawing.open(captionOf(table, paper.ruler), groups[0]);
  for (const group of groups) drawing.drawGroup(group);
  drawing.close();
}
