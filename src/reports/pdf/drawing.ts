import type { Block } from '../document.ts';
import { contentWidth, type Paper } from './paper.ts';
import { heightOf, setCell } from './typeset.ts';
import { drawVector, sizeOf } from './vector.ts';

type Picture = Extract<Block, { kind: 'picture' }>;

const gap = 14;

/** The left one of two halves: where it stands, so that the next half stands beside it. */
interface LeftHalf {
  readonly page: number;
  readonly top: number;
  readonly bottom: number;
}
const leftHalves = new WeakMap<Paper, LeftHalf>();

/** A drawing with its caption; a half beside the half before it where that one stands right above the pen. */
export function drawPicture(paper: Paper, { svg, alt, caption, width: share = 'full' }: Picture): void {
  const width = share === 'half' ? (contentWidth - gap) / 2 : contentWidth;
  const size = sizeOf(svg);
  const height = (width * size.height) / size.width;
  const lines = setCell(caption, width, { size: 8.5 }, paper.ruler);
  const whole = height + (lines.length > 0 ? heightOf(lines) + 4 : 0) + 8;
  const left = share === 'half' ? leftHalves.get(paper) : undefined;
  const beside =
    left !== undefined &&
    left.page === paper.pageIndex &&
    Math.abs(left.bottom - paper.y) < 1 &&
    left.top + whole <= paper.y + paper.room;
  if (!beside) paper.ensure(Math.min(whole, paper.fullHeight));
  const top = beside ? left.top : paper.y;
  const x = beside ? paper.left + width + gap : paper.left;
  paper.tagged(paper.root, 'Figure', () => drawVector(paper, svg, { x, y: top, width }), { alt });
  if (lines.length > 0) paper.tagged(paper.root, 'P', () => paper.draw(lines, x, top + height + 4));
  paper.y = beside ? Math.max(left.bottom, top + whole) : top + whole;
  if (share === 'half' && !beside) leftHalves.set(paper, { page: paper.pageIndex, top, bottom: paper.y });
  else leftHalves.delete(paper);
}
