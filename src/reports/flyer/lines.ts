import type { Face } from '../pdf/fonts.ts';
import { drawable, type Ruler } from '../pdf/typeset.ts';
import { escapeXml } from '../pictures/svg.ts';

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

/** Sets text by the widths of the shipped font, which page, picture and paper share. */
export class TextSetter {
  readonly #ruler: Ruler;

  constructor(ruler: Ruler) {
    this.#ruler = ruler;
  }

  width(text: string, { size, strong }: Type): number {
    const face: Face = strong ? 'semibold' : 'regular';
    return this.#ruler.width(text, face, size);
  }

  /** A text in signs of the font; one that it lacks is written as its code. */
  drawable(text: string): string {
    return drawable(text, this.#ruler);
  }

  fitted(text: string, type: Type, room: number): string {
    if (this.width(text, type) <= room) return text;
    let cut = text;
    while (cut.length > 1 && this.width(`${cut}\u2026`, type) > room) cut = cut.slice(0, -1);
    return `${cut.trimEnd()}\u2026`;
  }

  /** A text in lines of a width, broken at spaces and inside a word only where the word alone is wider; at most so many. */
  lines(text: string, type: Type, room: number, most: number): readonly string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(/\s+/).flatMap((one) => this.#parts(one, type, room))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && this.width(longer, type) > room) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    if (line !== '') lines.push(line);
    const rest = lines.slice(most - 1).join(' ');
    return lines.length <= most ? lines : [...lines.slice(0, most - 1), this.fitted(rest, type, room)];
  }

  #parts(word: string, type: Type, room: number): readonly string[] {
    const parts: string[] = [];
    let rest = word;
    while (rest.length > 1 && this.width(rest, type) > room) {
      let end = rest.length - 1;
      while (end > 1 && this.width(rest.slice(0, end), type) > room) end -= 1;
      parts.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    return [...parts, rest];
  }
}
