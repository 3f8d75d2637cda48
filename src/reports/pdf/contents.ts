import { plain, type Section } from '../document.ts';
import type { Part } from '../outline.ts';
import { contentWidth, type Paper } from './paper.ts';
import { colors, setLine } from './typeset.ts';

/** A heading and its position. */
export interface Entry {
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

/** Height of the contents, before the page numbers are known. */
export function heightOfContents(opening: readonly Section[], parts: readonly Part[]): number {
  const count = parts.reduce((sum, { heading, sections }) => sum + sections.length + (heading ? 1 : 0), opening.length);
  return row * (Math.ceil(count / columns) + 2);
}

/** Contents in columns with page numbers, each entry a link to its heading. */
export function drawContents(
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
