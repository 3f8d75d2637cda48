import signs from '../../../data/pages/map-signs.json' with { type: 'json' };
import { groupSign } from './marks.ts';
import type { MarkGroup } from './schema.ts';
import { line, rect, words } from './svg.ts';
import { fitted, textWidth } from './text-width.ts';

const size = 8.5;
const rowHeight = 13;
const gap = 12;
const signWidth = 18;

export interface LegendEntry {
  readonly label: string;
  readonly draw: (x: number, y: number) => string;
}

export const groupEntry = (group: MarkGroup, label: string = signs.groups[group]): LegendEntry => ({
  label,
  draw: (x, y) => groupSign(group, [x, y]),
});

/** An area as a small box. */
export const areaEntry = (label: string, look: Readonly<Record<string, string | number>>): LegendEntry => ({
  label,
  draw: (x, y) => rect(x - 7, y - 4, 14, 8, look),
});

export const lineEntry = (label: string, look: Readonly<Record<string, string | number>>): LegendEntry => ({
  label,
  draw: (x, y) => line(x - 7, y, x + 7, y, look),
});

/** Entries in rows below a map, as many rows as they need. */
export function legend(
  entries: readonly LegendEntry[],
  { top, width }: { readonly top: number; readonly width: number },
): { readonly parts: readonly string[]; readonly height: number } {
  let [x, row] = [0, 0];
  const parts = entries.map(({ label, draw }) => {
    const text = fitted(label, size, width - signWidth);
    const needed = signWidth + textWidth(text, size);
    if (x > 0 && x + needed > width) {
      x = 0;
      row += 1;
    }
    const y = top + row * rowHeight + rowHeight / 2;
    const drawn = draw(x + 8, y) + words(x + signWidth, y + 3, text, { size });
    x += needed + gap;
    return drawn;
  });
  return { parts, height: entries.length === 0 ? 0 : (row + 1) * rowHeight };
}

/** A text in lines of a width, each below the other. */
export function lines(
  text: string,
  { top, width, size: type = 7.5 }: { readonly top: number; readonly width: number; readonly size?: number },
): { readonly parts: readonly string[]; readonly height: number } {
  const rows: string[] = [];
  for (const word of text.split(' ')) {
    const last = rows[rows.length - 1];
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && textWidth(longer, type) <= width) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  const step = type + 2;
  return {
    parts: rows.map((row, at) => words(0, top + step * (at + 1) - 2, row, { size: type, fill: 'var(--soft)' })),
    height: rows.length * step,
  };
}
