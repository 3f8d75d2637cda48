import { setImmediate as otherWork } from 'node:timers/promises';
import type { ReportDocument, Section } from '../document.ts';
import { plain } from '../document.ts';
import { hasContents, partsOf, rowsOf } from '../outline.ts';
import { moment } from '../words.ts';
import { drawRow, headHeight } from './blocks.ts';
import { drawContents, type Entry, heightOfContents } from './contents.ts';
import { drawFirstSheet } from './first-sheet.ts';
import { contentWidth, Paper } from './paper.ts';
import { layersOf } from './picture.ts';
import { colors, heightOf, setLine } from './typeset.ts';

export interface PdfOptions {
  /** The picture of the document's figure as it is stored. */
  readonly visualSvg?: string | undefined;
}

/** What a heading looks like: of a group, of a section by itself, of a section in a group. */
const headings = {
  group: { size: 15, tag: 'H2', rule: 1.8, color: colors.link, space: 14 },
  alone: { size: 13.5, tag: 'H2', rule: 0, color: colors.ink, space: 9 },
  inside: { size: 11.5, tag: 'H3', rule: 0, color: colors.ink, space: 8 },
} as const;

type Rank = keyof typeof headings;
type Bookmarks = PDFKit.PDFDocument['outline'];

/** A report on its way onto paper. */
class Drawing {
  readonly paper: Paper;
  readonly entries: Entry[] = [];
  readonly #layers: readonly Uint8Array[];

  constructor(paper: Paper, layers: readonly Uint8Array[]) {
    this.paper = paper;
    this.#layers = layers;
  }

  /** A heading, on a page that has room for the beginning of what it heads. */
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
  const drawing = new Drawing(paper, visualSvg === undefined ? [] : layersOf(visualSvg));
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
