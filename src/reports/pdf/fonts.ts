import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import PDFDocument from 'pdfkit';
import { once } from '../../kernel/memoize.ts';

const require = createRequire(import.meta.url);

export type Face = 'regular' | 'semibold';

/** Source Sans 3 (SIL Open Font License 1.1), shipped as a package, so that a machine without fonts draws the same. */
export const fontFiles: Readonly<Record<Face, () => string>> = {
  regular: () => require.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  semibold: () => require.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
};

export const fontFamily = 'Source Sans 3';

interface Glyph {
  readonly id: number;
  readonly codePoints: readonly number[];
}

interface Position {
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
}

interface LaidOut {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Position[];
  readonly advanceWidth: number;
}

/** A font as the library of documents opens it; its types do not know it. */
interface OpenFont {
  hasGlyphForCodePoint(code: number): boolean;
  getGlyph(id: number, codePoints: readonly number[]): Glyph;
  layout(text: string, features?: unknown): LaidOut;
}

type Word = Pick<LaidOut, 'glyphs' | 'positions'>;

/** Words whose layout is kept, of each face. */
const keptWords = 20_000;

interface Layouts {
  /** Lays words out for all documents, and draws nothing itself. */
  readonly font: OpenFont;
  /** `false`: it is laid out by the document itself. */
  readonly known: LRUCache<string, Word | false>;
}

const layoutsOf = (face: Face) =>
  once((): Layouts => {
    const font = fontIn(new PDFDocument({ autoFirstPage: false, font: fontFiles[face]() }), face);
    return { font, known: new LRUCache({ max: keptWords }) };
  });
const layouts: Readonly<Record<Face, () => Layouts>> = {
  regular: layoutsOf('regular'),
  semibold: layoutsOf('semibold'),
};

function fontIn(doc: PDFKit.PDFDocument, face: Face): OpenFont {
  doc.font(fontFiles[face]());
  return (doc as unknown as { _font: { font: OpenFont } })._font.font;
}

/**
 * Opens a face in a document. Where the glyphs of a word stand is found once for all documents: it is what setting a page
 * costs. A document is the same bytes whatever was drawn before it.
 */
export function openFace(doc: PDFKit.PDFDocument, face: Face): OpenFont {
  const font = fontIn(doc, face);
  const layout = font.layout.bind(font);
  font.layout = (text, features) => {
    const word = features ? false : wordOf(text, layouts[face]());
    return word ? inDocument(font, word) : layout(text, features);
  };
  return font;
}

/** A glyph keeps the signs for which a font drew it first: a word is kept where its glyphs are for its own signs. */
function wordOf(text: string, { font, known }: Layouts): Word | false {
  const before = known.get(text);
  if (before !== undefined) return before;
  const { glyphs, positions } = font.layout(text);
  const signs = String.fromCodePoint(...glyphs.flatMap(({ codePoints }) => codePoints));
  const word = signs === text && { glyphs, positions };
  known.set(text, word);
  return word;
}

/** The library scales the positions of a word in place before it asks for their sum. */
function inDocument(font: OpenFont, word: Word): LaidOut {
  const positions = word.positions.map((position) => ({ ...position }));
  return {
    glyphs: word.glyphs.map(({ id, codePoints }) => font.getGlyph(id, codePoints)),
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}
