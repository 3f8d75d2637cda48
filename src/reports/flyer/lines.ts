import { plain } from '../document.ts';
import type { Face } from '../pdf/fonts.ts';
import { drawable, type Ruler, setLine } from '../pdf/typeset.ts';
import { escapeXml } from '../pictures/svg.ts';
import { beginningThatFits } from '../pictures/text-width.ts';

export interface Type {
  readonly size: number;
  readonly color?: string;
  readonly strong?: boolean;
}

export const ink = '#16202b';
export const muted = '#545c66';
export const accent = '#0b57a4';

/** Text of a drawing with its baseline at y; both as they are written. */
export const svgText = (x: number | string, y: number | string, text: string, { size, color = ink, strong }: Type) =>
  `<text x="${x}" y="${y}" font-family="'Source Sans 3', sans-serif" font-size="${size}"${strong ? ' font-weight="600"' : ''} fill="${color}">${escapeXml(text)}</text>`;

/** A drawing of this size that needs nothing else. */
export const svgOf = (width: number, height: number, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`;

const faceOf = ({ strong }: Type): Face => (strong ? 'semibold' : 'regular');

/** Sets text by the widths of the shipped font, which page, picture and paper share. */
export class TextSetter {
  readonly #ruler: Ruler;

  constructor(ruler: Ruler) {
    this.#ruler = ruler;
  }

  width(text: string, type: Type): number {
    return this.#ruler.width(text, faceOf(type), type.size);
  }

  /** A text in signs of the font; one that it lacks is written as its code. */
  drawable(text: string): string {
    return drawable(text, this.#ruler);
  }

  fitted(text: string, type: Type, room: number): string {
    return beginningThatFits(text, room, (part) => this.width(part, type));
  }

  /** A text in lines of a width, broken at spaces and inside a word only where the word alone is wider; at most so many. */
  lines(text: string, type: Type, room: number, most: number): readonly string[] {
    const set = setLine(plain(text), room, { size: type.size, face: faceOf(type) }, this.#ruler);
    const lines = set
      .map(({ fragments }) =>
        fragments
          .map((part) => part.text)
          .join('')
          .trimEnd(),
      )
      .filter(Boolean);
    const rest = lines.slice(most - 1).join(' ');
    return lines.length <= most ? lines : [...lines.slice(0, most - 1), this.fitted(rest, type, room)];
  }
}
