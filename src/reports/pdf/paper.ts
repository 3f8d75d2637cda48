import PDFDocument from 'pdfkit';
import { type Face, fontFiles, openFace } from './fonts.ts';
import { colors, heightOf, type Ruler, type SetLine } from './typeset.ts';

const page = { width: 612, height: 792, left: 54, top: 46, bottom: 792 - 50 };
export const contentWidth = page.width - 2 * page.left;
const textOptions = { lineBreak: false } as const;

type Struct = PDFKit.PDFStructureElement;
type Box = readonly [x: number, y: number, width: number, height: number];

const pdfText = (text: string): string => Object(text);

interface LinkOptions extends PDFKit.Mixins.AnnotationOption {
  /** The tag that the place to press belongs to. */
  readonly structParent: Struct;
}

export interface PaperOptions {
  readonly title: string;
  readonly subject: string;
  readonly createdAt: Date;
  /** In points; a letter page where absent. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** What the library makes of an opened picture; its types do not know it. */
interface OpensPictures {
  openImage(bytes: Buffer): {
    readonly image?: { readonly hasAlphaChannel: boolean; decodePixels(done: (pixels: Uint8Array) => void): void };
  };
}

/** Size at which words are measured; widths grow with the size. */
const unit = 1000;

/** Measures each word of a face once, and asks once for each sign: laying out a word is what setting a page costs. */
function rulerOf(measure: (text: string, face: Face) => number, knows: (code: number) => boolean): Ruler {
  const widths: Readonly<Record<Face, Map<string, number>>> = { regular: new Map(), semibold: new Map() };
  const known = new Map<number, boolean>();
  return {
    width(text, face, size) {
      const width = widths[face].get(text) ?? measure(text, face);
      widths[face].set(text, width);
      return width * size;
    },
    has(code) {
      const has = known.get(code) ?? knows(code);
      known.set(code, has);
      return has;
    },
  };
}

/** Letter pages with a pen position, the fonts of the service and the tags that a screen reader follows. */
export class Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly ruler: Ruler;
  readonly root: Struct;
  y: number = page.top;
  readonly #bytes: Promise<Uint8Array>;
  readonly #faces: Readonly<Record<Face, string>>;
  readonly #undecoded: (() => Promise<void>)[] = [];
  #open: { readonly element: Struct; readonly tag: string } | undefined;

  constructor({ title, subject, createdAt, size = page }: PaperOptions) {
    const doc = new PDFDocument({
      size: [size.width, size.height],
      margin: 0,
      font: fontFiles.regular(),
      pdfVersion: '1.7',
      lang: 'en-US',
      tagged: true,
      displayTitle: true,
      // the rules of this mark are held by test/reports/pdf/tags.test.ts; the library's types do not know it
      ...({ subset: 'PDF/UA' } as object),
      bufferPages: true,
      info: {
        Title: title,
        Subject: subject,
        Author: 'Place Records',
        Creator: 'Place Records',
        CreationDate: createdAt,
      },
    });
    this.doc = doc;
    const chunks: Uint8Array[] = [];
    this.#bytes = new Promise((resolve, reject) => {
      doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      doc.on('end', () => resolve(Buffer.concat(chunks)));
      doc.on('error', reject);
    });
    // by path, under which the library keeps an opened font; a second name would open it at each use
    this.#faces = { regular: fontFiles.regular(), semibold: fontFiles.semibold() };
    openFace(doc, 'semibold');
    const inner = openFace(doc, 'regular');
    this.ruler = rulerOf(
      (text, face) => doc.font(this.#faces[face]).fontSize(unit).widthOfString(text) / unit,
      (code) => inner.hasGlyphForCodePoint(code),
    );
    this.root = doc.struct('Document');
    doc.addStructure(this.root);
  }

  get left(): number {
    return page.left;
  }
  get room(): number {
    return page.bottom - this.y;
  }
  get fullHeight(): number {
    return page.bottom - page.top;
  }
  get pageIndex(): number {
    const { start, count } = this.doc.bufferedPageRange();
    return start + count - 1;
  }

  turnPage(): void {
    this.doc.addPage();
    this.y = page.top;
  }
  ensure(height: number): void {
    if (height > this.room && this.y > page.top) this.turnPage();
  }
  skip(height: number): void {
    if (this.y > page.top) this.y += height;
  }

  /** Draws set lines at a position; does not move the pen. A link inside a tagged part is a separate tag there. */
  draw(lines: readonly SetLine[], x: number, top: number): void {
    let y = top;
    for (const { fragments, height } of lines) {
      for (const { text, x: offset, width, face, size, color, href } of fragments) {
        // one baseline for all sizes of a line
        const baseline = y + height - size * 0.32;
        const words = () => {
          this.doc.font(this.#faces[face]).fontSize(size).fillColor(color);
          this.doc.text(text, x + offset, baseline, {
            ...textOptions,
            textWidth: width,
            baseline: 'alphabetic',
          } as object);
        };
        if (href === undefined) words();
        else this.link(href, [x + offset, y, width, height], text, words);
      }
      y += height;
    }
  }

  /**
   * Draws a picture, in points. The library decodes one with clear parts beside other work and writes it when that is
   * done; here it waits for `finish`, so that the same pictures are at the same place of the file each time.
   */
  picture(bytes: Uint8Array, [x, y, width, height]: Box): void {
    const opened = (this.doc as unknown as OpensPictures).openImage(Buffer.from(bytes));
    const { image } = opened;
    if (image?.hasAlphaChannel) {
      const decode = image.decodePixels.bind(image);
      image.decodePixels = (done) => {
        this.#undecoded.push(
          () =>
            new Promise((resolve) => {
              decode((pixels) => {
                done(pixels);
                resolve();
              });
            }),
        );
      };
    }
    this.doc.image(opened as never, x, y, { width, height });
  }

  /**
   * Draws something that leads to an address, or to a place of the document where it begins with "#", under a tag of its
   * own that holds the words, the place to press and the words for those who do not see it.
   */
  link(target: string, [x, y, width, height]: Box, words: string, draw: () => void): void {
    const { doc } = this;
    const around = this.#open;
    if (!around) throw new Error('a link stands inside a tagged part');
    doc.endMarkedContent();
    const element = doc.struct('Link');
    around.element.add(element);
    element.add(doc.markStructureContent('Link'));
    draw();
    doc.endMarkedContent();
    const options: LinkOptions = { structParent: element, Contents: pdfText(words) };
    if (target.startsWith('#')) doc.goTo(x, y, width, height, target.slice(1), options);
    else doc.link(x, y, width, height, target, options);
    element.end();
    around.element.add(doc.markStructureContent(around.tag));
  }

  tagged(
    parent: Struct,
    tag: string,
    draw: () => void,
    options: { readonly alt?: string; readonly scope?: 'Column' | 'Row' } = {},
  ): void {
    const element = this.doc.struct(tag, options);
    parent.add(element);
    element.add(this.doc.markStructureContent(tag));
    this.#open = { element, tag };
    draw();
    this.#open = undefined;
    this.doc.endMarkedContent();
    element.end();
  }
  /** A container of tags; the caller ends it. */
  group(parent: Struct, tag: string): Struct {
    const element = this.doc.struct(tag);
    parent.add(element);
    return element;
  }
  /** Lines and fills that carry no meaning. */
  artifact(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }
  rule(y: number, color: string = colors.line, width = 0.6, from = 0, length = contentWidth): void {
    this.artifact(() => {
      this.doc
        .moveTo(page.left + from, y)
        .lineTo(page.left + from + length, y)
        .lineWidth(width)
        .strokeColor(color)
        .stroke();
    });
  }

  paragraph(lines: readonly SetLine[], { tag = 'P', indent = 0, parent = this.root } = {}): void {
    let rest = lines;
    while (rest.length > 0) {
      const first = rest[0]?.height ?? 0;
      this.ensure(Math.min(heightOf(rest), first * 2));
      let count = 0;
      let height = 0;
      for (const line of rest) {
        if (count > 0 && height + line.height > this.room) break;
        height += line.height;
        count += 1;
      }
      const now = rest.slice(0, count);
      this.tagged(parent, tag, () => this.draw(now, page.left + indent, this.y));
      this.y += height;
      rest = rest.slice(count);
    }
  }

  /** Page numbers beside a footer, where there is one, then the bytes. */
  async finish(footer?: string): Promise<Uint8Array> {
    const { doc } = this;
    const { start, count } = doc.bufferedPageRange();
    for (let index = start; footer !== undefined && index < start + count; index++) {
      doc.switchToPage(index);
      this.rule(page.bottom + 12);
      doc.markContent('Artifact', { type: 'Pagination' });
      doc.font(this.#faces.regular).fontSize(8).fillColor(colors.muted);
      const number = `${index + 1} of ${count}`;
      doc.text(footer, page.left, page.bottom + 17, { ...textOptions });
      doc.text(number, page.left + contentWidth - doc.widthOfString(number), page.bottom + 17, { ...textOptions });
      doc.endMarkedContent();
    }
    this.root.end();
    doc.end();
    for (const decode of this.#undecoded) await decode();
    return this.#bytes;
  }
}
