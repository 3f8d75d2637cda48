import { type Block, type BlockOf, muted, plain } from '../document.ts';
import { sizeOf } from '../raster.ts';
import { capital } from '../words.ts';
import { contentWidth, type Paper } from './paper.ts';
import { drawTable } from './table.ts';
import { colors, heightOf, type SetLine, setCell, setLine, type TextStyle } from './typeset.ts';
import { drawVector } from './vector.ts';

const body: TextStyle = { size: 10 };
const tones: Readonly<Record<'lead' | 'note' | 'fine' | 'notice', TextStyle>> = {
  lead: { size: 11.5 },
  note: { size: 9, color: colors.muted },
  fine: { size: 7.6 },
  notice: body,
};
const aerialWidth = contentWidth * 0.72;
const aerialHeight = (aerialWidth * 540) / 960;

export interface With {
  readonly layers: readonly Uint8Array[];
  readonly level: number;
}

/** Room that a heading needs below it for the beginning of its first block. */
export const headHeight = ([first]: readonly Block[]): number => {
  if (first?.kind === 'figure') return aerialHeight + 90;
  return first?.kind === 'picture' ? pictureHeight(first, first.width === 'half' ? half : contentWidth) + 40 : 80;
};

const bullet = 14;
const betweenColumns = 18;
const narrow = (contentWidth - betweenColumns) / 2;

/** Draws a list; one in small type goes into two columns. */
function drawList(paper: Paper, { items, ordered, small: fine }: Omit<BlockOf<'list'>, 'kind'>): void {
  const list = paper.group(paper.root, 'L');
  const set = (style: TextStyle, width: number) =>
    items.map((item, index) => ({
      lines: setCell(item, width - bullet - 6, style, paper.ruler),
      sign: setLine(plain(ordered ? `${index + 1}.` : '\u2022'), bullet + 6, style, paper.ruler),
    }));
  const columns = fine ? set({ size: 8.2 }, narrow) : [];
  // what is higher than half a page is broken over pages, which only the wide form does
  if (fine && columns.every(({ lines }) => heightOf(lines) < paper.fullHeight / 2)) drawColumns(paper, list, columns);
  else {
    for (const { lines, sign } of set({ size: fine ? 8.2 : 9.5 }, contentWidth)) {
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
    for (const x of [paper.left, paper.left + narrow + betweenColumns]) {
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

type Pair = BlockOf<'pair'>;

function drawBeside(paper: Paper, { svg, alt }: NonNullable<Pair['picture']>, at: { x: number; width: number }): void {
  const { width, height } = sizeOf(svg);
  const tall = (height / width) * at.width;
  paper.ensure(tall);
  paper.tagged(paper.root, 'Figure', () => drawVector(paper, svg, { ...at, y: paper.y }), { alt });
  paper.y += tall;
}

function drawPair(paper: Paper, { sides, picture }: Pair, level: number): void {
  const tag = `H${level}`;
  const gap = 12;
  const inset = 10;
  const width = (contentWidth - gap * (sides.length - 1)) / sides.length;
  const set = sides.map(({ title, items, none }) => ({
    title: setLine(plain(title), width - 2 * inset, { size: 11, face: 'semibold' }, paper.ruler),
    lines: setCell(items.length > 0 ? items.flat() : [plain(none)], width - 2 * inset, { size: 9.5 }, paper.ruler),
  }));
  const tall = set.map(({ title, lines }) => heightOf(title) + heightOf(lines) + 2 * inset + 4);
  const drawn = picture ? (sizeOf(picture.svg).height / sizeOf(picture.svg).width) * width : 0;
  const last = tall.length - 1;
  // the drawing is in the last column, below its words
  const height = Math.max(...tall.map((own, index) => own + (picture && index === last ? drawn + inset : 0)));
  paper.ensure(Math.min(height, paper.fullHeight));
  if (height > paper.room) {
    // longer than a page: one after the other, as lists
    for (const { title, items, none } of sides) {
      paper.paragraph(setLine(plain(title), contentWidth, { size: 11, face: 'semibold' }, paper.ruler), { tag });
      drawList(paper, { items: items.length > 0 ? items : [[plain(none)]], ordered: false });
    }
    if (picture) drawBeside(paper, picture, { x: paper.left, width: half });
    return;
  }
  const top = paper.y;
  set.forEach(({ title, lines }, index) => {
    const x = paper.left + index * (width + gap);
    paper.artifact(() => {
      const own = picture && index === last ? height - drawn - inset : height;
      paper.doc.rect(x, top, width, own).fill(colors.soft);
      paper.doc.rect(x, top, width, 2.5).fill(colors.link);
    });
    paper.tagged(paper.root, tag, () => paper.draw(title, x + inset, top + inset));
    paper.tagged(paper.root, 'P', () => paper.draw(lines, x + inset, top + inset + heightOf(title) + 4));
  });
  if (picture) {
    paper.y = top + height - drawn;
    drawBeside(paper, picture, { x: paper.left + last * (width + gap), width });
  }
  paper.y = top + height + 12;
}

function drawFigure(paper: Paper, { alt, caption }: BlockOf<'figure'>, layers: readonly Uint8Array[]): void {
  const lines = setCell(caption, contentWidth, { size: 9 }, paper.ruler);
  const height = aerialHeight;
  if (layers.length > 0) {
    paper.ensure(height + 8 + heightOf(lines));
    paper.tagged(
      paper.root,
      'Figure',
      () => {
        for (const layer of layers) paper.picture(layer, [paper.left, paper.y, aerialWidth, height]);
      },
      { alt },
    );
    paper.y += height + 6;
  } else {
    paper.paragraph(
      setLine(plain(`The image itself is not part of this copy. It shows: ${alt}`), contentWidth, body, paper.ruler),
    );
  }
  paper.paragraph(lines);
  paper.y += 8;
}

type Picture = BlockOf<'picture'>;

const betweenHalves = 16;
const half = (contentWidth - betweenHalves) / 2;

function pictureHeight({ svg }: Picture, width: number): number {
  const size = sizeOf(svg);
  return Math.min(maxPicture, (size.height / size.width) * width);
}
const maxPicture = 460;

function drawPictures(paper: Paper, pictures: readonly Picture[]): void {
  const set = pictures.map((picture) => {
    const room = picture.width === 'half' ? half : contentWidth;
    const size = sizeOf(picture.svg);
    const height = pictureHeight(picture, room);
    const width = Math.min(room, (size.width / size.height) * height);
    return { picture, width, height, caption: setCell(picture.caption, room, { size: 8.6 }, paper.ruler) };
  });
  const height = Math.max(...set.map((one) => one.height + 6 + heightOf(one.caption)));
  paper.ensure(Math.min(height, paper.fullHeight));
  const top = paper.y;
  set.forEach(({ picture, width, height: tall, caption }, index) => {
    const x = paper.left + index * (half + betweenHalves);
    paper.tagged(
      paper.root,
      'Figure',
      () => {
        drawVector(paper, picture.svg, { x, y: top, width });
      },
      { alt: picture.alt },
    );
    if (caption.length > 0) paper.tagged(paper.root, 'P', () => paper.draw(caption, x, top + tall + 6));
  });
  paper.y = top + height + 10;
}

function drawText(paper: Paper, { line, tone }: BlockOf<'text'>): void {
  const style = tone ? tones[tone] : body;
  if (tone !== 'notice') {
    paper.paragraph(setLine(line, contentWidth, style, paper.ruler));
    paper.y += 4;
    return;
  }
  const lines = setLine(line, contentWidth - 24, style, paper.ruler);
  const height = heightOf(lines) + 14;
  paper.ensure(height);
  paper.artifact(() => {
    paper.doc.rect(paper.left, paper.y, contentWidth, height).fill(colors.noticeFill);
    paper.doc.rect(paper.left, paper.y, 4, height).fill(colors.notice);
  });
  paper.tagged(paper.root, 'P', () => paper.draw(lines, paper.left + 14, paper.y + 7));
  paper.y += height + 10;
}

function drawBlock(paper: Paper, block: Block, using: With): void {
  const { layers, level } = using;
  if (block.kind === 'text') drawText(paper, block);
  else if (block.kind === 'list') drawList(paper, block);
  else if (block.kind === 'pair') drawPair(paper, block, level);
  else if (block.kind === 'table') drawTable(paper, block);
  else if (block.kind === 'figure') drawFigure(paper, block, layers);
  else if (block.kind === 'picture') drawPictures(paper, [block]);
  else if (block.onPaper) for (const one of block.onPaper) drawBlock(paper, one, using);
  else if (block.what !== undefined) {
    drawText(paper, { kind: 'text', tone: 'note', line: muted(`${capital(block.what)}:`) });
    for (const one of block.blocks) drawBlock(paper, one, using);
  }
}

/** Blocks beside each other, or one alone. */
export function drawRow(paper: Paper, row: readonly Block[], using: With): void {
  const pictures = row.filter((block) => block.kind === 'picture');
  if (row.length > 1 && pictures.length === row.length) drawPictures(paper, pictures);
  else for (const block of row) drawBlock(paper, block, using);
}
