import { TextSetter } from '../flyer/lines.ts';
import { Paper } from '../pdf/paper.ts';
import { rasterised } from '../raster.ts';
import { slideSvg, type VideoScript, videoSize } from './slide.ts';

export const timing = { framesPerSecond: 12, framesPerSlide: 36, fadeFrames: 5 } as const;

/** Pictures of 1280 by 720, each shown for as long. */
export type Slides = readonly {
  /** As they were drawn. */
  readonly rgba: Uint8Array;
  /** As they are encoded: planar YUV 4:2:0, limited range, ITU-R BT.709, which players take for granted at this size. */
  readonly yuv: Uint8Array;
}[];

export const secondsOf = (slides: Slides) => (slides.length * timing.framesPerSlide) / timing.framesPerSecond;

/** The slides of a script as pixels. The same script gives the same pixels. */
export async function drawSlides(script: VideoScript): Promise<Slides> {
  // a document that is never written: its ruler knows the widths of the font
  const { ruler } = new Paper({ title: '', subject: '', createdAt: new Date(0) });
  const set = new TextSetter(ruler);
  const slides: Slides[number][] = [];
  for (const at of script.slides.keys()) {
    const { pixels } = await rasterised(slideSvg(script, at, set), videoSize.width);
    slides.push({ rgba: pixels, yuv: toYuv(pixels) });
  }
  return slides;
}

const { width, height } = videoSize;
/** In 16-bit fixed point: one result everywhere. */
const luma = [11_966, 40_254, 4064] as const;
const blue = [-6596, -22_189, 28_784] as const;
const red = [28_784, -26_145, -2639] as const;
const weighed = ([r, g, b]: readonly [number, number, number], pixels: Uint8Array, at: number) =>
  r * (pixels[at] ?? 0) + g * (pixels[at + 1] ?? 0) + b * (pixels[at + 2] ?? 0);

/** Planar YUV 4:2:0 of RGBA pixels: every brightness, and one color for four pixels, that of their mean. */
function toYuv(pixels: Uint8Array): Uint8Array {
  const area = width * height;
  const yuv = new Uint8Array((area * 3) / 2);
  for (let at = 0; at < area; at += 1) yuv[at] = 16 + ((weighed(luma, pixels, at * 4) + 32_768) >> 16);
  const stride = width * 4;
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const first = y * stride + x * 4;
      const corners = [first, first + 4, first + stride, first + stride + 4];
      const to = area + (y / 2) * (width / 2) + x / 2;
      yuv[to] = 128 + (corners.reduce((sum, at) => sum + weighed(blue, pixels, at), 131_072) >> 18);
      yuv[to + area / 4] = 128 + (corners.reduce((sum, at) => sum + weighed(red, pixels, at), 131_072) >> 18);
    }
  }
  return yuv;
}

/** One picture on its way into the next. */
function blended(from: Uint8Array, to: Uint8Array, share: number): Uint8Array {
  const mixed = new Uint8Array(from.length);
  const weight = Math.round(share * 256);
  for (let at = 0; at < mixed.length; at += 1)
    mixed[at] = ((from[at] ?? 0) * (256 - weight) + (to[at] ?? 0) * weight) >> 8;
  return mixed;
}

/** Every frame in its order, as YUV; the last frames of a slide turn into the next one. */
export function* framesOf(slides: Slides): Generator<Uint8Array> {
  const { framesPerSlide, fadeFrames } = timing;
  for (const [at, { yuv: slide }] of slides.entries()) {
    const next = slides[at + 1]?.yuv;
    for (let frame = 0; frame < framesPerSlide; frame += 1) {
      const fading = frame - (framesPerSlide - fadeFrames - 1);
      yield next && fading > 0 ? blended(slide, next, fading / (fadeFrames + 1)) : slide;
    }
  }
}
