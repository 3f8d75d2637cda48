import { plain, type ReportDocument } from '../document.ts';
import { qrOf } from '../qr.ts';
import { contentWidth, type Paper } from './paper.ts';
import { colors, setLine } from './typeset.ts';

const codeWidth = 66;
const gap = 14;

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

/** What opens the first sheet: what it is, its title, where it is read, and what was searched. */
export function drawFirstSheet(paper: Paper, { kind, title, meta, address }: ReportDocument): void {
  const { ruler } = paper;
  const width = address === undefined ? contentWidth : contentWidth - codeWidth - gap;
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
