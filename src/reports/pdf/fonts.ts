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

interface LaidOut {
  readonly glyphs: readonly Glyph[];
  /** In thousandths of the size; the library reads them, and copies one that it changes. */
  readonly positions: readonly unknown[];
  readonly advanceWidth: number;
}

/** A font as the library of documents opens it; its types do not know it. */
interface OpenFont {
  hasGlyphForCodePoint(code: number): boolean;
  getGlyph(id: number, codePoints: readonly number[]): Glyph;
}

/** What a document holds around an opened font. */
interface DocumentFont {
  readonly font: OpenFont;
  layoutRun(text: string, features?: unknown): LaidOut;
}

/** Words whose layout is kept, of each face. */
const keptWords = 20_000;

interface Layouts {
  /** Lays words out for all documents, and draws nothing itself. */
  readonly own: DocumentFont;
  /** `false`: it is laid out by the document itself. */
  readonly known: LRUCache<string, LaidOut | false>;
}

const layoutsOf = (face: Face) =>
  once((): Layouts => {
    const own = fontIn(new PDFDocument({ autoFirstPage: false, font: fontFiles[face]() }), face);
    return { own, known: new LRUCache({ max: keptWords }) };
  });
const layouts: Readonly<Record<Face, () => Layouts>> = {
  regular: layoutsOf('regular'),
  semibold: layoutsOf('semibold'),
};

function fontIn(doc: PDFKit.PDFDocument, face: Face): DocumentFont {
  doc.font(fontFiles[face]());
  return (doc as unknown as { _font: DocumentFont })._font;
}

/**
 * Opens a face in a document. Where the glyphs of a word stand is found once for all documents: it is what setting a page
 * costs. A document is the same bytes whatever was drawn before it.
 */
export function openFace(doc: PDFKit.PDFDocument, face: Face): OpenFont {
  const own = fontIn(doc, face);
  const layoutRun = own.layoutRun.bind(own);
  own.layoutRun = (text, features) => {
    const word = features ? false : wordOf(text, layouts[face]());
    if (!word) return layoutRun(text, features);
    return { ...word, glyphs: word.glyphs.map(({ id, codePoints }) => own.font.getGlyph(id, codePoints)) };
  };
  return own.font;
}

/** A glyph keeps the signs for which a font drew it first: a word is kept where its glyphs are for its own signs. */
function wordOf(text: string, { own, known }: Layouts): LaidOut | false {
  const before = known.get(text);
  if (before !== undefined) return before;
  const { glyphs, positions, advanceWidth } = own.layoutRun(text);
  const signs = String.fromCodePoint(...glyphs.flatMap(({ codePoints }) => codePoints));
  const word = signs === text && { glyphs, positions, advanceWidth };
  known.set(text, word);
  return word;
}
