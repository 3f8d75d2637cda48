import { setImmediate as otherWork } from 'node:timers/promises';
import { type Block, muted, plain, type ReportDocument } from '../document.ts';
import { moment } from '../words.ts';
import { drawPicture } from './drawing.ts';
import { drawList } from './list.ts';
import { contentWidth, Paper } from './paper.ts';
import { layersOf } from './picture.ts';
import { drawTable } from './table.ts';
import { colors, heightOf, setCell, setLine, type TextStyle } from './typeset.ts';

export interface PdfOptions {
  /** The picture of the document's figure as it is stored. */
  readonly visualSvg?: string | undefined;
}

interface Entry {
  readonly title: string;
  readonly page: number;
  readonly y: number;
}

const body: TextStyle = { size: 10 };
const tones: Readonly<Record<'lead' | 'note' | 'notice', TextStyle>> = {
  lead: { size: 11.5 },
  note: { size: 9, color: colors.muted },
  notice: body,
};
const pictureHeight = (contentWidth * 540) / 960;

function drawPair(paper: Paper, { sides }: Extract<Block, { kind: 'pair' }>): void {
  const gap = 12;
  const inset = 10;
  const width = (contentWidth - gap * (sides.length - 1)) / sides.length;
  const set = sides.map(({ title, items, none }) => ({
    title: setLine(plain(title), width - 2 * inset, { size: 11, face: 'semibold' }, paper.ruler),
    lines: setCell(items.length > 0 ? items.flat() : [plain(none)], width - 2 * inset, { size: 9.5 }, paper.ruler),
  }));
  const height = Math.max(...set.map(({ title, lines }) => heightOf(title) + heightOf(lines))) + 2 * inset + 4;
  paper.ensure(Math.min(height, paper.fullHeight));
  if (height > paper.room) {
    // longer than a page: one after the other, as lists
    for (const { title, items, none } of sides) {
      paper.paragraph(setLine(plain(title), contentWidth, { size: 11, face: 'semibold' }, paper.ruler), { tag: 'H3' });
      drawList(paper, { items: items.length > 0 ? items : [[plain(none)]], ordered: false });
    }
    return;
  }
  const top = paper.y;
  set.forEach(({ title, lines }, index) => {
    const x = paper.left + index * (width + gap);
    paper.artifact(() => {
      paper.doc.rect(x, top, width, height).fill(colors.soft);
      paper.doc.rect(x, top, width, 2.5).fill(colors.ink);
    });
    paper.tagged(paper.root, 'H3', () => paper.draw(title, x + inset, top + inset));
    paper.tagged(paper.root, 'P', () => paper.draw(lines, x + inset, top + inset + heightOf(title) + 4));
  });
  paper.y = top + height + 12;
}

function drawFigure(
  paper: Paper,
  { alt, caption }: Extract<Block, { kind: 'figure' }>,
  layers: readonly Uint8Array[],
): void {
  const lines = setCell(caption, contentWidth, { size: 9 }, paper.ruler);
  const height = pictureHeight;
  if (layers.length > 0) {
    paper.ensure(height + 8 + heightOf(lines));
    paper.tagged(
      paper.root,
      'Figure',
      () => {
        for (const layer of layers)
          paper.doc.image(Buffer.from(layer), paper.left, paper.y, { width: contentWidth, height });
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

function drawText(paper: Paper, { line, tone }: Extract<Block, { kind: 'text' }>): void {
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

function drawBlock(paper: Paper, block: Block, layers: readonly Uint8Array[]): void {
  if (block.kind === 'text') drawText(paper, block);
  else if (block.kind === 'list') drawList(paper, block);
  else if (block.kind === 'pair') drawPair(paper, block);
  else if (block.kind === 'table') drawTable(paper, block);
  else if (block.kind === 'figure') drawFigure(paper, block, layers);
  else if (block.kind === 'picture') drawPicture(paper, block);
  else if (block.what !== undefined)
    drawText(paper, { kind: 'text', tone: 'note', line: muted(`Not on paper: ${block.what}.`) });
}

/**
 * A document as PDF: real text in a shipped font, links, bookmarks, tags for screen readers, "n of m" on each page.
 * The same document and image give the same bytes. Draws what the web page does, and names what that folds.
 */
export async function renderPdf(document: ReportDocument, { visualSvg }: PdfOptions = {}): Promise<Uint8Array> {
  const { kind, title, meta, opening, generatedAt, reportId } = document;
  const sections = [...opening, ...document.sections];
  const paper = new Paper({ title: `${kind}: ${title}`, subject: kind, createdAt: new Date(generatedAt) });
  const { ruler, root, doc } = paper;
  const layers = visualSvg === undefined ? [] : layersOf(visualSvg);

  paper.paragraph(setLine(plain(kind), contentWidth, { size: 11, face: 'semibold', color: colors.muted }, ruler));
  paper.paragraph(setLine(plain(title), contentWidth, { size: 22, face: 'semibold' }, ruler), { tag: 'H1' });
  paper.y += 6;
  for (const { label, line } of meta) {
    paper.paragraph(setLine([{ text: `${label}  `, style: 'muted' }, ...line], contentWidth, { size: 9.5 }, ruler));
  }

  const contents: Entry[] = [];
  let listAt: { page: number; y: number } | undefined;
  for (const [index, { title: name, blocks }] of sections.entries()) {
    // a long report takes half a second; other requests go on between its sections
    await otherWork();
    const lines = setLine(plain(name), contentWidth, { size: 13, face: 'semibold' }, ruler);
    paper.skip(10);
    // a heading stays with the beginning of what it heads
    paper.ensure(heightOf(lines) + (blocks[0]?.kind === 'figure' ? pictureHeight + 90 : 86));
    paper.rule(paper.y, colors.ink, 1.4);
    paper.y += 4;
    contents.push({ title: name, page: paper.pageIndex, y: paper.y });
    doc.outline.addItem(name);
    paper.tagged(root, 'H2', () => paper.draw(lines, paper.left, paper.y));
    paper.y += heightOf(lines) + 3;
    for (const [at, block] of blocks.entries()) {
      // words that introduce something stay with its beginning
      if (block.kind === 'text' && at < blocks.length - 1) paper.ensure(introduced);
      drawBlock(paper, block, layers);
    }
    if (index === opening.length - 1) {
      // room for the contents; their page numbers are known at the end
      const height = row * (Math.ceil(sections.length / contentsColumns) + 2);
      paper.ensure(height);
      listAt = { page: paper.pageIndex, y: paper.y };
      paper.y += height;
    }
  }
  if (listAt) drawContents(paper, contents, listAt);
  const label = title.length > 70 ? `${title.slice(0, 69)}\u2026` : title;
  return paper.finish(`${label}  \u00b7  report ${reportId}  \u00b7  made ${moment(generatedAt)}`);
}

/** Contents in columns with page numbers, each entry a link to its section. */
function drawContents(paper: Paper, contents: readonly Entry[], at: { page: number; y: number }): void {
  const { doc, ruler, root } = paper;
  doc.switchToPage(at.page);
  const heading = setLine(plain('Contents'), contentWidth, { size: 11, face: 'semibold' }, ruler);
  paper.tagged(root, 'H3', () => paper.draw(heading, paper.left, at.y));
  const rows = Math.ceil(contents.length / contentsColumns);
  const gap = 18;
  const width = (contentWidth - gap * (contentsColumns - 1)) / contentsColumns;
  contents.forEach((entry, index) => {
    const x = paper.left + Math.floor(index / rows) * (width + gap);
    const y = at.y + row + 3 + (index % rows) * row;
    const words = entry.title.split(' ');
    const set = (text: string) => setLine(plain(text), width - 20, { size: 8.6 }, ruler);
    let name = set(entry.title);
    while (name.length > 1 && words.pop()) name = set(`${words.join(' ')}\u2026`);
    const number = setLine(plain(String(entry.page + 1)), 30, { size: 8.6, color: colors.muted }, ruler);
    const numberWidth = number[0]?.fragments[0]?.width ?? 0;
    paper.tagged(root, 'P', () => {
      paper.draw(name, x, y);
      paper.draw(number, x + width - numberWidth, y);
    });
    doc.goTo(x, y, width, row, destination(index));
  });
  contents.forEach((entry, index) => {
    doc.switchToPage(entry.page);
    doc.addNamedDestination(destination(index), 'XYZ', paper.left, entry.y - 12, null);
  });
}

const row = 12;
const introduced = 48;
const contentsColumns = 3;
const destination = (index: number) => `section-${index + 1}`;
