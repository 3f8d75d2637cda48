import { rasterised } from '../raster.ts';
import { svgOf } from './lines.ts';

export interface UploadedImage {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/jpeg' | 'image/png';
  /** As stored, before the turn that `orientation` asks for. */
  readonly width: number;
  readonly height: number;
  /** How a viewer has to turn it (EXIF 2.32, tag 274), 1 to 8. */
  readonly orientation: number;
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function readPng(bytes: Buffer): UploadedImage | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return {
    bytes,
    mediaType: 'image/png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    orientation: 1,
  };
}

const exifMark = 'Exif\0\0';
const orientationTag = 0x0112;

/** The orientation that an EXIF block (a TIFF header and its first directory) names; 1 where it names none. */
function orientationIn(exif: Buffer): number {
  const little = exif.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (at + 2 > exif.length ? 0 : little ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const u32 = (at: number) => (at + 4 > exif.length ? 0 : little ? exif.readUInt32LE(at) : exif.readUInt32BE(at));
  const directory = u32(4);
  const count = Math.min(u16(directory), 200);
  for (let at = 0; at < count; at += 1) {
    const entry = directory + 2 + at * 12;
    if (u16(entry) !== orientationTag) continue;
    const value = u16(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Markers without a length: fill bytes, restarts and the like. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** Start of frame of any coding; the three others in its range are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Buffer): UploadedImage | undefined {
  let orientation = 1;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff || isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return { bytes, mediaType: 'image/jpeg', width, height, orientation };
    }
    if (marker === 0xe1 && bytes.toString('latin1', at + 4, at + 10) === exifMark)
      orientation = orientationIn(bytes.subarray(at + 10, at + 2 + length));
    at += 2 + length;
  }
  return undefined;
}

/** Format and size of a JPEG or PNG by its own header; undefined for everything else. Reads nothing but headers. */
export function readImageHeader(given: Uint8Array): UploadedImage | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const image = bytes.subarray(0, 8).equals(pngStart)
    ? readPng(bytes)
    : bytes[0] === 0xff && bytes[1] === 0xd8
      ? readJpeg(bytes)
      : undefined;
  return image && image.width > 0 && image.height > 0 ? image : undefined;
}

/** What turns a stored picture of this size upright, as an SVG matrix. */
const turns: readonly ((width: number, height: number) => readonly number[])[] = [
  () => [1, 0, 0, 1, 0, 0],
  (w) => [-1, 0, 0, 1, w, 0],
  (w, h) => [-1, 0, 0, -1, w, h],
  (_, h) => [1, 0, 0, -1, 0, h],
  () => [0, 1, 1, 0, 0, 0],
  (_, h) => [0, 1, -1, 0, h, 0],
  (w, h) => [0, -1, -1, 0, h, w],
  (w) => [0, -1, 1, 0, 0, w],
];

/** Width and height of a picture once it is upright. */
export const uprightSize = ({ width, height, orientation }: UploadedImage) =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

export interface Slot {
  readonly width: number;
  readonly height: number;
  /** `cover`: fills the place, what is too much is cut off evenly. `contain`: shown whole on clear ground. */
  readonly fit: 'cover' | 'contain';
  readonly round?: boolean;
}

const short = (value: number) => Number(value.toFixed(4)).toString();

/**
 * A sent picture drawn anew for its place, upright, as PNG: nothing of the sent file but its pixels is in it, so neither
 * position nor camera nor any text of it goes on. Undefined where it cannot be decoded.
 */
export async function redrawn(
  image: UploadedImage,
  { width, height, fit, round }: Slot,
): Promise<Uint8Array | undefined> {
  const size = uprightSize(image);
  const scales = [width / size.width, height / size.height];
  const scale = fit === 'cover' ? Math.max(...scales) : Math.min(...scales);
  const matrix = (turns[image.orientation - 1] ?? turns[0])?.(image.width, image.height) ?? [];
  const left = (width - size.width * scale) / 2;
  const top = (height - size.height * scale) / 2;
  const data = Buffer.from(image.bytes).toString('base64');
  const clip = round
    ? `<clipPath id="r"><circle cx="${width / 2}" cy="${height / 2}" r="${Math.min(width, height) / 2}"/></clipPath>`
    : `<clipPath id="r"><rect width="${width}" height="${height}"/></clipPath>`;
  const inside =
    `${clip}<g clip-path="url(#r)"><g transform="translate(${short(left)} ${short(top)}) scale(${scale})">` +
    `<image transform="matrix(${matrix.map(short).join(' ')})" width="${image.width}" height="${image.height}" href="data:${image.mediaType};base64,${data}"/></g></g>`;
  const drawn = await rasterised(svgOf(width, height, inside), width);
  const { pixels } = drawn;
  // a picture that cannot be decoded is left out by the drawer without a word
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return drawn.asPng();
  return undefined;
}
