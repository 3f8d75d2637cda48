import { setImmediate as otherWork } from 'node:timers/promises';
import { plain, type ReportDocument, type Section } from '../document.ts';
import { hasContents, type Part, partsOf, rowsOf } from '../outline.ts';
import { qrOf } from '../qr.ts';
import { layersOf } from '../raster.ts';
import { moment } from '../words.ts';
import { drawRow, headHeight } from './blocks.ts';
import { contentWidth, Paper } from './paper.ts';
import { colors, heightOf, setLine } from './typeset.ts';

export interface PdfOptions {
  readonly visualSvg?: string | undefined;
}

const codeWidth = 66;

/** The code of the document's address in the upper right corner, a link as well. */
function drawCode(paper: Paper, address: string): void {
  const { doc } = paper;
  const { size, runs } = qrOf(address);
  const square = codeWidth / size;
  const x = paper.left + contentWidth - codeWidth;
  const y = paper.y;
  paper.tagged(
    paper.root,
    'Figure',
    () =>
      paper.link(address, [x, y, codeWidth, codeWidth], `QR code of ${address}`, () => {
        for (const run of runs) doc.rect(x + run.x * square, y + run.y * square, run.length * square, square);
        doc.fill(colors.ink);
      }),
    { alt: `QR code of ${address}` },
  );
}

function drawFirstSheet(paper: Paper, { kind, title, meta, address }: ReportDocument): void {
  const { ruler } = paper;
  const width = address === undefined ? contentWidth : contentWidth - codeWidth - 14;
  const top = paper.y;
  paper.rule(paper.y - 12, colors.link, 3);
  if (address !== undefined) drawCode(paper, address);
  paper.paragraph(setLine(plain(kind), width, { size: 11, face: 'semibold', color: colors.link }, ruler));
  paper.paragraph(setLine(plain(title), width, { size: 22, face: 'semibold' }, ruler), { tag: 'H1' });
  paper.y += 4;
  for (const { label, line } of meta)
    paper.paragraph(setLine([{ text: `${label}  `, style: 'muted' }, ...line], width, { size: 9.5 }, ruler));
  if (address !== undefined) {
    const line = [
      { text: 'On the web  ', style: 'muted' as const },
      { text: address, href: address },
    ];
    paper.paragraph(setLine(line, width, { size: 9.5 }, ruler));
    paper.y = Math.max(paper.y, top + codeWidth);
  }
}

interface Entry {
  readonly title: string;
  readonly page: number;
  readonly y: number;
  /** In a group: set in under the name of the group. */
  readonly inside: boolean;
}

const row = 12;
const columns = 3;
const gap = 18;
const destination = (index: number) => `section-${index + 1}`;

function heightOfContents(opening: readonly Section[], parts: readonly Part[]): number {
  const count = parts.reduce((sum, { heading, sections }) => sum + sections.length + (heading ? 1 : 0), opening.length);
  return row * (Math.ceil(count / columns) + 2);
}

function drawContents(
  paper: Paper,
  contents: readonly Entry[],
  at: { readonly page: number; readonly y: number; readonly parent: PDFKit.PDFStructureElement },
): void {
  const { doc, ruler } = paper;
  doc.switchToPage(at.page);
  const heading = setLine(plain('Contents'), contentWidth, { size: 11, face: 'semibold' }, ruler);
  paper.tagged(at.parent, 'H2', () => paper.draw(heading, paper.left, at.y));
  const list = paper.group(at.parent, 'TOC');
  const rows = Math.ceil(contents.length / columns);
  const width = (contentWidth - gap * (columns - 1)) / columns;
  contents.forEach((entry, index) => {
    const left = paper.left + Math.floor(index / rows) * (width + gap);
    const x = left + (entry.inside ? 8 : 0);
    const y = at.y + row + 3 + (index % rows) * row;
    const words = entry.title.split(' ');
    const set = (text: string) => setLine(plain(text), left + width - x - 20, { size: 8.6 }, ruler);
    let name = set(entry.title);
    while (name.length > 1 && words.pop()) name = set(`${words.join(' ')}\u2026`);
    const number = setLine(plain(String(entry.page + 1)), 30, { size: 8.6, color: colors.muted }, ruler);
    const numberWidth = number[0]?.fragments[0]?.width ?? 0;
    const item = paper.group(list, 'TOCI');
    paper.tagged(item, 'P', () =>
      paper.link(`#${destination(index)}`, [left, y, width, row], `${entry.title}, page ${entry.page + 1}`, () => {
        paper.draw(name, x, y);
        paper.draw(number, left + width - numberWidth, y);
      }),
    );
    item.end();
  });
  at.parent.end();
  contents.forEach((entry, index) => {
    doc.switchToPage(entry.page);
    doc.addNamedDestination(destination(index), 'XYZ', paper.left, entry.y - 12, null);
  });
}

const headings = {
  group: { size: 15, tag: 'H2', rule: 1.8, color: colors.link, space: 14 },
  alone: { size: 13.5, tag: 'H2', rule: 0, color: colors.ink, space: 9 },
  inside: { size: 11.5, tag: 'H3', rule: 0, color: colors.ink, space: 8 },
} as const;

type Rank = keyof typeof headings;
type Bookmarks = PDFKit.PDFDocument['outline'];

class Drawing {
  readonly paper: Paper;
  readonly entries: Entry[] = [];
  readonly #layers: readonly Uint8Array[];

  constructor(paper: Paper, layers: readonly Uint8Array[]) {
    this.paper = paper;
    this.#layers = layers;
  }

  heading(title: string, rank: Rank, room: number, bookmarks: Bookmarks): Bookmarks {
    const { paper } = this;
    const { size, tag, rule, color, space } = headings[rank];
    const lines = setLine(plain(title), contentWidth, { size, face: 'semibold', color }, paper.ruler);
    paper.skip(space);
    paper.ensure(heightOf(lines) + room);
    if (rule > 0) {
      paper.rule(paper.y, color, rule);
      paper.y += 4;
    }
    this.entries.push({ title, page: paper.pageIndex, y: paper.y, inside: rank === 'inside' });
    const bookmark = bookmarks.addItem(title);
    paper.tagged(paper.root, tag, () => paper.draw(lines, paper.left, paper.y));
    paper.y += heightOf(lines) + 3;
    return bookmark;
  }

  section({ title, blocks }: Section, rank: 'alone' | 'inside', bookmarks: Bookmarks): void {
    const { paper } = this;
    this.heading(title, rank, headHeight(blocks), bookmarks);
    const level = rank === 'alone' ? 3 : 4;
    const rows = rowsOf(blocks);
    for (const [at, row] of rows.entries()) {
      // words that introduce something stay with its beginning
      if (row[0]?.kind === 'text' && at < rows.length - 1) paper.ensure(introduced);
      drawRow(paper, row, { layers: this.#layers, level });
    }
  }
}

const introduced = 48;

/**
 * A document as PDF: real text in a shipped font, links, bookmarks, tags for screen readers, "n of m" on each page.
 * The same document and image give the same bytes. Draws what the web page does, and names what that folds.
 */
export async function renderPdf(document: ReportDocument, { visualSvg }: PdfOptions = {}): Promise<Uint8Array> {
  const { kind, title, opening, generatedAt, reportId } = document;
  const paper = new Paper({ title: `${kind}: ${title}`, subject: kind, createdAt: new Date(generatedAt) });
  const drawing = new Drawing(paper, visualSvg === undefined ? [] : await layersOf(visualSvg));
  const { outline } = paper.doc;
  const parts = partsOf(document.sections);
  drawFirstSheet(paper, document);
  for (const section of opening) drawing.section(section, 'alone', outline);
  const height = hasContents(opening, parts) ? heightOfContents(opening, parts) : 0;
  paper.skip(10);
  paper.ensure(height);
  // their page numbers are known at the end
  const listAt = { page: paper.pageIndex, y: paper.y, parent: paper.group(paper.root, 'Sect') };
  paper.y += height;
  for (const { heading, sections } of parts) {
    // a long report takes half a second; other requests go on between its parts
    await otherWork();
    if (heading !== undefined) {
      const room = sections[0] ? 30 + headHeight(sections[0].blocks) : 0;
      const bookmark = drawing.heading(heading, 'group', room, outline);
      for (const section of sections) drawing.section(section, 'inside', bookmark);
    } else for (const section of sections) drawing.section(section, 'alone', outline);
  }
  if (height > 0) drawContents(paper, drawing.entries, listAt);
  const label = title.length > 70 ? `${title.slice(0, 69)}\u2026` : title;
  return paper.finish(`${label}  \u00b7  report ${reportId}  \u00b7  made ${moment(generatedAt, document.timeZone)}`);
}
