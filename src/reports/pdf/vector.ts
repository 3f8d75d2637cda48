import { flattened } from '../pictures/svg.ts';
import { sizeOf } from '../raster.ts';
import { fontFiles } from './fonts.ts';
import type { Paper } from './paper.ts';
import { drawable } from './typeset.ts';

type Doc = PDFKit.PDFDocument;
type Attributes = Readonly<Record<string, string>>;

const names: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};
const plainText = (text: string) => text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (name) => names[name] ?? name);

/** One tag of a drawing with the text behind it; drawings of this service nest only frames and patterns. */
interface Tag {
  readonly name: string;
  readonly ends: boolean;
  readonly empty: boolean;
  readonly attributes: Attributes;
  readonly text: string;
}

function* tagsOf(svg: string): Generator<Tag> {
  for (const [, end, name = '', inside = '', empty, text = ''] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)([^>]*?)(\/?)>([^<]*)/g,
  )) {
    const attributes = Object.fromEntries(
      [...inside.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, plainText(value)]),
    );
    yield { name, ends: end === '/', empty: empty === '/', attributes, text: plainText(text).trim() };
  }
}

/** A pattern of lines: what lies under them, their step, their turn, and how they are broken. */
interface Hatch {
  readonly ground: Attributes;
  readonly line: Attributes;
  readonly step: number;
  readonly degrees: number;
  readonly dash: readonly [number, number] | undefined;
}

const number = (attributes: Attributes, name: string, otherwise = 0) => Number(attributes[name] ?? otherwise);

function hatchesIn(svg: string): ReadonlyMap<string, Hatch> {
  const found = new Map<string, Hatch>();
  for (const [, inside = '', inner = ''] of svg.matchAll(/<pattern([^>]*)>(.*?)<\/pattern>/gs)) {
    const [own] = tagsOf(`<pattern${inside}>`);
    const parts = [...tagsOf(inner)];
    const [ground, line] = [parts.find(({ name }) => name === 'rect'), parts.find(({ name }) => name === 'line')];
    const { id = '', width = '0', height = '0', patternTransform = '' } = own?.attributes ?? {};
    if (!ground || !line) continue;
    const level = line.attributes.y1 === line.attributes.y2;
    const drawn = number(line.attributes, 'x2') - number(line.attributes, 'x1');
    found.set(id, {
      ground: ground.attributes,
      line: line.attributes,
      step: Number(level ? height : width),
      degrees: level ? 0 : 90 + Number(/rotate\(([-\d.]+)\)/.exec(patternTransform)?.[1] ?? 0),
      dash: level && drawn < Number(width) ? [drawn, Number(width) - drawn] : undefined,
    });
  }
  return found;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

class Drawer {
  readonly #paper: Paper;
  readonly #doc: Doc;
  readonly #hatches: ReadonlyMap<string, Hatch>;
  readonly #size: Size;

  constructor(paper: Paper, svg: string, size: Size) {
    this.#paper = paper;
    this.#doc = paper.doc;
    this.#hatches = hatchesIn(svg);
    this.#size = size;
  }

  draw({ name, attributes, text }: Tag): void {
    if (name === 'text') this.#text(attributes, text);
    else if (this.#outline(name, attributes)) this.#paint(name, attributes);
  }

  frame(attributes: Attributes): void {
    const { width, height } = this.#size;
    this.#doc
      .save()
      .rect(
        number(attributes, 'x'),
        number(attributes, 'y'),
        number(attributes, 'width', width),
        number(attributes, 'height', height),
      )
      .clip();
  }

  #outline(name: string, a: Attributes): boolean {
    const doc = this.#doc;
    if (name === 'rect') {
      const [x, y, width, height] = [number(a, 'x'), number(a, 'y'), number(a, 'width'), number(a, 'height')];
      if (a.rx === undefined) doc.rect(x, y, width, height);
      else doc.roundedRect(x, y, width, height, Math.min(number(a, 'rx'), height / 2, width / 2));
    } else if (name === 'circle') doc.circle(number(a, 'cx'), number(a, 'cy'), number(a, 'r'));
    else if (name === 'line') doc.moveTo(number(a, 'x1'), number(a, 'y1')).lineTo(number(a, 'x2'), number(a, 'y2'));
    else if (name === 'path' && a.d) doc.path(a.d);
    else return false;
    return true;
  }

  #paint(name: string, a: Attributes): void {
    const doc = this.#doc;
    const { fill = name === 'line' ? 'none' : '#000000', stroke = 'none' } = a;
    const rule = a['fill-rule'] === 'evenodd' ? 'even-odd' : 'non-zero';
    const hatch = this.#hatches.get(/^url\(#(.+)\)$/.exec(fill)?.[1] ?? '');
    doc.fillOpacity(number(a, 'fill-opacity', 1)).strokeOpacity(number(a, 'stroke-opacity', 1));
    doc.lineWidth(number(a, 'stroke-width', 1)).lineJoin(a['stroke-linejoin'] === 'round' ? 'round' : 'miter');
    doc.lineCap(a['stroke-linecap'] === 'round' ? 'round' : 'butt');
    const dash = a['stroke-dasharray']?.split(/[ ,]+/).map(Number);
    if (dash && dash.length > 0) doc.dash(dash[0] ?? 1, { space: dash[1] ?? dash[0] ?? 1 });
    if (hatch) {
      this.#hatch(hatch, rule);
      if (stroke !== 'none' && this.#outline(name, a)) doc.stroke(stroke);
    } else if (fill !== 'none' && stroke !== 'none') doc.fillAndStroke(fill, stroke, rule);
    else if (fill !== 'none') doc.fill(fill, rule);
    else if (stroke !== 'none') doc.stroke(stroke);
    doc.undash().fillOpacity(1).strokeOpacity(1);
  }

  /** Fills the outline that was just laid with its pattern. */
  #hatch({ ground, line, step, degrees, dash }: Hatch, rule: 'even-odd' | 'non-zero'): void {
    const doc = this.#doc;
    const { width, height } = this.#size;
    doc.save().clip(rule);
    doc
      .fillOpacity(number(ground, 'fill-opacity', 1))
      .rect(0, 0, width, height)
      .fill(ground.fill ?? '#ffffff');
    const reach = Math.hypot(width, height) / 2;
    doc.rotate(degrees, { origin: [width / 2, height / 2] }).lineWidth(number(line, 'stroke-width', 1));
    if (dash) doc.dash(dash[0], { space: dash[1] });
    for (let y = -reach; y <= reach; y += step) {
      doc.moveTo(width / 2 - reach, height / 2 + y).lineTo(width / 2 + reach, height / 2 + y);
    }
    doc
      .stroke(line.stroke ?? '#000000')
      .undash()
      .fillOpacity(1)
      .restore();
  }

  #text(a: Attributes, content: string): void {
    const doc = this.#doc;
    const text = drawable(content, this.#paper.ruler);
    const size = number(a, 'font-size', 10);
    doc.font(a['font-weight'] === '600' ? fontFiles.semibold() : fontFiles.regular()).fontSize(size);
    const width = doc.widthOfString(text);
    const [x, y] = [number(a, 'x'), number(a, 'y')];
    const left = a['text-anchor'] === 'middle' ? x - width / 2 : a['text-anchor'] === 'end' ? x - width : x;
    const [, degrees] = /rotate\(([-\d.]+)/.exec(a.transform ?? '') ?? [];
    if (degrees !== undefined) doc.save().rotate(Number(degrees), { origin: [x, y] });
    const set = { lineBreak: false, baseline: 'alphabetic' } as const;
    if (a.stroke && a.stroke !== 'none') {
      doc
        .lineWidth(number(a, 'stroke-width', 1))
        .lineJoin('round')
        .strokeColor(a.stroke);
      doc.text(text, left, y, { ...set, stroke: true, fill: false });
    }
    doc.fillColor(a.fill ?? '#000000').text(text, left, y, set);
    if (degrees !== undefined) doc.restore();
  }
}

const silent: ReadonlySet<string> = new Set(['title', 'desc', 'defs', 'pattern']);

/** Tags that draw something, and the ends of frames. */
function* shownTags(svg: string): Generator<Tag> {
  let hidden = 0;
  for (const tag of tagsOf(svg)) {
    if (silent.has(tag.name)) hidden += tag.ends ? -1 : tag.empty ? 0 : 1;
    else if (hidden === 0 && (tag.name === 'svg' || !tag.ends)) yield tag;
  }
}

/**
 * Draws a picture of this service as lines, areas and text at a place of the page. It knows the forms that those
 * pictures are made of: rectangles, circles, lines, paths, text, frames and patterns of lines, in light colors.
 */
export function drawVector(
  paper: Paper,
  picture: string,
  at: { readonly x: number; readonly y: number; readonly width: number },
): void {
  const { doc } = paper;
  const svg = flattened(picture);
  const size = sizeOf(svg);
  const drawer = new Drawer(paper, svg, size);
  doc
    .save()
    .translate(at.x, at.y)
    .scale(at.width / size.width);
  let depth = 0;
  for (const tag of shownTags(svg)) {
    if (tag.name !== 'svg') drawer.draw(tag);
    else if (tag.ends) {
      depth -= 1;
      if (depth > 0) doc.restore();
    } else {
      if (depth > 0) drawer.frame(tag.attributes);
      depth += 1;
    }
  }
  doc.restore();
}
