// controls have no place in HTML, bidi marks could turn the words around them
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text that is safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replace(unsafe, (sign) => (sign === '\n' || sign === '\t' ? ' ' : ''))
    .replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/** Markup that is already safe. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Markup | string | number | undefined | false | readonly Piece[];

const render = (piece: Piece): string => {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'object') return piece.map(render).join('');
  return escapeHtml(String(piece));
};

/** Template for markup: what is put in is escaped unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.reduce((all, part, index) => all + render(pieces[index - 1]) + part));
}
