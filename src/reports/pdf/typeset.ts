import type { Cell, Line, Run } from '../document.ts';
import type { LedgerStatus } from '../sections.ts';
import type { Face } from './fonts.ts';

export const colors = {
  ink: '#1b1f24',
  muted: '#545c66',
  link: '#0b57a4',
  line: '#d5dae0',
  soft: '#f4f6f8',
  notice: '#b97a00',
  noticeFill: '#fff6e0',
} as const;

const statusColors: Readonly<Record<LedgerStatus, string>> = {
  covered: '#1a6b3c',
  empty: '#3f5873',
  not_wired: '#6b4a9b',
  unavailable: '#a4290f',
  not_asked: '#6a6152',
};

export interface TextStyle {
  readonly size: number;
  readonly face?: Face;
  readonly color?: string;
}

interface Fragment {
  text: string;
  readonly x: number;
  width: number;
  readonly face: Face;
  readonly size: number;
  readonly color: string;
  readonly href: string | undefined;
}

export interface SetLine {
  readonly fragments: readonly Fragment[];
  readonly height: number;
}

export interface Ruler {
  width(text: string, face: Face, size: number): number;
  has(codePoint: number): boolean;
}

const leading = 1.25;
const gapBetweenLines = 1;
// nothing that turns or hides the words around it
const unsafe = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Text in characters of the font; one that it lacks is written as its code, so that nothing silently disappears. */
export function drawable(text: string, ruler: Ruler): string {
  const plain = text.replace(/[\n\r\t]/g, ' ').replace(unsafe, '');
  let result = '';
  for (const sign of plain.normalize('NFC')) {
    const code = sign.codePointAt(0) ?? 0;
    result += ruler.has(code) ? sign : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  }
  return result;
}

/** Where a run leads on paper: a path of this service leads nowhere there. */
const linkOf = ({ href, page }: Run) => href ?? (page?.startsWith('http') ? page : undefined);

function looksOf(
  { style, status }: Run,
  href: string | undefined,
  base: TextStyle,
): { face: Face; size: number; color: string } {
  return {
    face: style === 'strong' || status ? 'semibold' : (base.face ?? 'regular'),
    size: style === 'code' ? base.size * 0.8 : base.size,
    color: status
      ? statusColors[status]
      : href
        ? colors.link
        : style === 'muted'
          ? colors.muted
          : (base.color ?? colors.ink),
  };
}

/** The longest beginning of a word that fits, at least one character. */
function fitting(word: string, room: number, measure: (text: string) => number): string {
  let width = 0;
  let end = 0;
  // sign by sign: a word that is broken is an address or a hash, whose signs are soon all measured
  for (const sign of word) {
    width += measure(sign);
    if (end > 0 && width > room) break;
    end += sign.length;
  }
  return word.slice(0, end);
}

type Looks = ReturnType<typeof looksOf> & Pick<Fragment, 'href'>;

class LineSetter {
  readonly lines: Fragment[][] = [[]];
  readonly #width: number;
  readonly #ruler: Ruler;
  #x = 0;

  constructor(width: number, ruler: Ruler) {
    this.#width = width;
    this.#ruler = ruler;
  }

  /** One word, or the spaces between two; a space at the beginning of a line is left out. */
  add(token: string, looks: Looks): void {
    if (token === '') return;
    if (token.startsWith(' ')) {
      if (this.#x > 0) this.#put(' ', looks);
      return;
    }
    const measure = this.#measureIn(looks);
    if (this.#x > 0 && this.#x + measure(token) > this.#width) this.#turn();
    let rest = token;
    while (measure(rest) > this.#width) {
      const part = fitting(rest, this.#width, measure);
      if (part === rest) break;
      this.#put(part, looks);
      this.#turn();
      rest = rest.slice(part.length);
    }
    this.#put(rest, looks);
  }

  #measureIn({ face, size }: Looks) {
    return (text: string) => this.#ruler.width(text, face, size);
  }

  #turn(): void {
    this.lines.push([]);
    this.#x = 0;
  }

  #put(text: string, looks: Looks): void {
    const { face, size, color, href } = looks;
    const width = this.#measureIn(looks)(text);
    const current = this.lines[this.lines.length - 1] ?? [];
    const last = current[current.length - 1];
    if (last && last.face === face && last.size === size && last.color === color && last.href === href) {
      last.text += text;
      last.width += width;
      this.#x = last.x + last.width;
      return;
    }
    current.push({ text, x: this.#x, width, face, size, color, href });
    this.#x += width;
  }
}

/** Breaks a line of runs at spaces, and inside a word only where the word alone is wider than the column. */
export function setLine(line: Line, width: number, base: TextStyle, ruler: Ruler): SetLine[] {
  const setter = new LineSetter(width, ruler);
  for (const run of line) {
    const href = linkOf(run);
    const looks = { ...looksOf(run, href, base), href };
    const text = run.style === 'quote' ? `\u201c${run.text}\u201d` : run.text;
    for (const token of drawable(text, ruler).split(/( +)/)) setter.add(token, looks);
  }
  return setter.lines
    .filter((fragments, index) => fragments.length > 0 || index === 0)
    .map((fragments) => ({
      fragments,
      height: Math.max(base.size, ...fragments.map(({ size }) => size)) * leading,
    }));
}

/** What parts the lines of a cell for those who hear or copy them. */
const between: Run = { text: ' ' };

export const setCell = (cell: Cell, width: number, base: TextStyle, ruler: Ruler): SetLine[] =>
  cell.flatMap((line, index) => {
    const set = setLine(index < cell.length - 1 ? [...line, between] : line, width, base, ruler);
    const [first, ...rest] = set;
    return index > 0 && first ? [{ ...first, height: first.height + gapBetweenLines }, ...rest] : set;
  });

export const heightOf = (lines: readonly SetLine[]) => lines.reduce((sum, { height }) => sum + height, 0);

/** As many lines as fit into a height, and the others. */
export function cutAt(lines: readonly SetLine[], room: number): readonly [readonly SetLine[], readonly SetLine[]] {
  let used = 0;
  const index = lines.findIndex(({ height }) => {
    used += height;
    return used > room;
  });
  return index < 0 ? [lines, []] : [lines.slice(0, index), lines.slice(index)];
}
