import { accent, muted, svgOf, svgText, type TextSetter, type Type } from '../flyer/lines.ts';
import { flattened } from '../pictures/svg.ts';
import { qrOf, qrSquares } from '../qr.ts';
import { sizeOf } from '../raster.ts';

export const videoSize = { width: 1280, height: 720 } as const;

export interface VideoSlide {
  readonly heading: string;
  readonly lines: readonly { readonly label: string; readonly text: string }[];
  /** Said where there are no lines. */
  readonly none?: string;
  /** A drawing with its own words: an aerial fills the slide, a map is beside the lines. */
  readonly picture?: { readonly svg: string; readonly whole: boolean };
  readonly source: string;
  readonly code?: string;
}

/** What a film shows: slides of the same length, all about one place. */
export interface VideoScript {
  readonly address: string;
  readonly slides: readonly VideoSlide[];
}

const { width, height } = videoSize;
const margin = 64;
const bandHeight = 56;
/** Side of a drawing beside the lines, and of a code. */
const pictureSide = 480;
const codeSide = 420;

const short = (value: number) => Number(value.toFixed(2)).toString();

const words = (x: number, y: number, text: string, type: Type) => svgText(short(x), short(y), text, type);

/** A drawing of this service inside another, scaled into a place. */
function inside(svg: string, x: number, y: number, w: number, h: number): string {
  const own = sizeOf(svg);
  const scale = Math.min(w / own.width, h / own.height);
  const [left, top] = [x + (w - own.width * scale) / 2, y + (h - own.height * scale) / 2];
  const opened = flattened(svg).replace(/<svg\b[^>]*>/, (tag) =>
    tag.replace(/\s(?:width|height|x|y|class|style)="[^"]*"/g, ''),
  );
  return opened.replace(
    '<svg',
    `<svg x="${short(left)}" y="${short(top)}" width="${short(own.width * scale)}" height="${short(own.height * scale)}"`,
  );
}

function codeAt(address: string, x: number, y: number): string {
  const path = qrSquares(qrOf(address), [x, y], codeSide, 2);
  return `<rect x="${x}" y="${y}" width="${codeSide}" height="${codeSide}" fill="#ffffff"/><path d="${path}" fill="#000000"/>`;
}

const headingType = { size: 48, strong: true } as const;
const labelType = { size: 24, color: muted } as const;
const textType = { size: 32 } as const;
const bandType = { size: 22, color: '#ffffff' } as const;

function linesOf({ lines, none }: VideoSlide, set: TextSetter, top: number, room: number): string {
  const end = height - bandHeight - 20;
  const drawn: string[] = [];
  let y = top;
  for (const { label, text } of lines) {
    const broken = set.lines(text, textType, room, 2);
    const needed = 28 + broken.length * 38 + 16;
    if (y + needed > end) break;
    drawn.push(words(margin, y + 24, set.fitted(label, labelType, room), labelType));
    drawn.push(...broken.map((line, at) => words(margin, y + 60 + at * 38, line, textType)));
    y += needed;
  }
  if (lines.length === 0 && none !== undefined)
    drawn.push(
      ...set.lines(none, textType, room, 4).map((line, at) => words(margin, top + 40 + at * 42, line, textType)),
    );
  return drawn.join('');
}

/** Address above, source and day below, the same on every slide. */
function frameOf(script: VideoScript, at: number, set: TextSetter): string {
  const { source } = script.slides[at] ?? { source: '' };
  const count = `${at + 1} of ${script.slides.length}`;
  return [
    `<rect x="0" y="${height - bandHeight}" width="${width}" height="${bandHeight}" fill="#16202b"/>`,
    words(margin, height - 20, set.fitted(source, bandType, width - 2 * margin - 90), bandType),
    words(width - margin - set.width(count, bandType), height - 20, count, bandType),
  ].join('');
}

const plateType = { size: 40, strong: true, color: '#ffffff' } as const;
const underType = { size: 26, color: '#ffffff' } as const;

/** A picture that fills the slide, with the place on a plate above what the picture outlines. */
function wholeSlide(slide: VideoSlide, svg: string, set: TextSetter): string {
  const room = width - margin - 260;
  const heading = set.fitted(slide.heading, plateType, room);
  const under = set.fitted(slide.lines[0]?.text ?? '', underType, room);
  const plate = Math.max(set.width(heading, plateType), set.width(under, underType)) + margin + 32;
  return [
    '<rect width="1280" height="720" fill="#16202b"/>',
    inside(svg, 0, 0, width, height),
    `<rect x="0" y="0" width="${short(plate)}" height="${under ? 118 : 78}" fill="#16202b" fill-opacity="0.86"/>`,
    words(margin, 54, heading, plateType),
    under ? words(margin, 96, under, underType) : '',
  ].join('');
}

function wordSlide(script: VideoScript, slide: VideoSlide, at: number, set: TextSetter): string {
  const { heading, picture, code } = slide;
  const beside = picture ? pictureSide : code ? codeSide : 0;
  const room = width - 2 * margin - (beside ? beside + 40 : 0);
  const lines = set.lines(heading, headingType, room, 2);
  const top = 104 + (lines.length - 1) * 54;
  return [
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<rect x="0" y="0" width="${width}" height="10" fill="${accent}"/>`,
    words(margin, 56, set.fitted(script.address, { size: 24, color: muted }, room), { size: 24, color: muted }),
    ...lines.map((line, index) => words(margin, 116 + index * 54, line, headingType)),
    linesOf(slide, set, top + 36, room),
    picture ? inside(picture.svg, width - margin - pictureSide, 90, pictureSide, pictureSide) : '',
    code ? codeAt(code, width - margin - codeSide, 120) : '',
    frameOf(script, at, set),
  ].join('');
}

/** One slide as an SVG of 1280 by 720 that needs nothing else. Pure. */
export function slideSvg(script: VideoScript, at: number, set: TextSetter): string {
  const slide = script.slides[at];
  if (!slide) throw new Error('no such slide');
  const { picture } = slide;
  const drawn = picture?.whole ? wholeSlide(slide, picture.svg, set) : wordSlide(script, slide, at, set);
  return svgOf(width, height, drawn);
}
