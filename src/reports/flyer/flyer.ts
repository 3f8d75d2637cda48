import { Paper } from '../pdf/paper.ts';
import { drawVector } from '../pdf/vector.ts';
import { layersOf, rasterised } from '../raster.ts';
import { readQr } from '../read-qr.ts';
import { type FlyerLayout, type FlyerText, flyerSize, layoutOf } from './layout.ts';
import { svgOf, TextSetter } from './lines.ts';
import { redrawn, type UploadedImage } from './upload.ts';

export interface FlyerImages {
  readonly main: { readonly photo: UploadedImage } | { readonly aerial: string };
  readonly logo?: UploadedImage | undefined;
  readonly headshot?: UploadedImage | undefined;
}

export interface FlyerFiles {
  readonly png: Uint8Array;
  readonly pdf: Uint8Array;
  /** What an independent reader reads out of the picture's code; undefined where it reads nothing. */
  readonly read: { readonly text: string; readonly version: number } | undefined;
}

export interface FlyerFault {
  readonly undecodable: 'subjectImage' | 'brand.logo' | 'brand.headshot';
}

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Drawn over each other: PNG, or the JPEG of an aerial. */
  readonly layers: readonly Uint8Array[];
  readonly alt: string;
}

const density = 1.5;
const { width, height } = flyerSize;
/** Points of a sheet of 8 by 10 inches. */
const sheet = { width: 576, height: 720 } as const;

async function placed(layout: FlyerLayout, images: FlyerImages): Promise<readonly Placed[] | FlyerFault> {
  const found: Placed[] = [];
  const sent = [
    {
      field: 'subjectImage',
      at: layout.main,
      image: 'photo' in images.main ? images.main.photo : undefined,
      fit: 'cover',
      alt: 'Photo of the property, supplied by the advertiser',
    },
    { field: 'brand.logo', at: layout.logo, image: images.logo, fit: 'contain', alt: 'Logo of the advertiser' },
    {
      field: 'brand.headshot',
      at: layout.headshot,
      image: images.headshot,
      fit: 'cover',
      alt: 'Portrait of the advertiser',
    },
  ] as const;
  if ('aerial' in images.main)
    found.push({
      ...layout.main,
      layers: await layersOf(images.main.aerial),
      alt: 'Aerial image of the parcel, from the report',
    });
  for (const { field, at, image, fit, alt } of sent) {
    if (!image || !at) continue;
    const slot = { width: Math.round(at.width * density), height: Math.round(at.height * density), fit };
    const png = await redrawn(image, { ...slot, round: field === 'brand.headshot' });
    if (!png) return { undecodable: field };
    found.push({ ...at, layers: [png], alt });
  }
  return found;
}

const mediaTypeOf = (bytes: Uint8Array) => (bytes[0] === 0xff ? 'image/jpeg' : 'image/png');

const imageTag = ({ x, y, width: w, height: h }: Placed, bytes: Uint8Array) =>
  `<image x="${x}" y="${y}" width="${w}" height="${h}" preserveAspectRatio="none" href="data:${mediaTypeOf(bytes)};base64,${Buffer.from(bytes).toString('base64')}"/>`;

const drawing = (inside: string) => svgOf(width, height, inside);

/** Reads the code out of the finished picture, as a telephone does, by a reader that knows nothing of how it was made. */
function codeIn(pixels: Uint8Array, { code }: FlyerLayout): FlyerFiles['read'] {
  const border = 12;
  const [left, top] = [Math.round(code.x) - border, Math.round(code.y) - border];
  const side = Math.round(code.width) + 2 * border;
  const part = new Uint8ClampedArray(side * side * 4);
  for (let row = 0; row < side; row += 1) {
    const from = ((top + row) * width + left) * 4;
    part.set(pixels.subarray(from, from + side * 4), row * side * 4);
  }
  return readQr(part, side, side);
}

async function onPaper(
  paper: Paper,
  layout: FlyerLayout,
  target: string,
  pictures: readonly Placed[],
): Promise<Uint8Array> {
  const scale = sheet.width / width;
  const at = { x: 0, y: 0, width: sheet.width };
  paper.artifact(() => drawVector(paper, drawing(layout.under), at));
  for (const { x, y, width: w, height: h, layers, alt } of pictures) {
    paper.tagged(
      paper.root,
      'Figure',
      () => {
        for (const layer of layers) paper.picture(layer, [x * scale, y * scale, w * scale, h * scale]);
      },
      { alt },
    );
  }
  const { code } = layout;
  const box = [code.x * scale, code.y * scale, code.width * scale, code.height * scale] as const;
  paper.tagged(paper.root, 'P', () =>
    paper.link(target, box, `The report behind the code: ${target}`, () => drawVector(paper, drawing(layout.over), at)),
  );
  return paper.finish();
}

/** Every word in signs of the font, so that picture and paper say the same. */
function inSigns({ facts, features, contact, target, ...lines }: FlyerText, set: TextSetter): FlyerText {
  const plain = (text: string) => set.drawable(text);
  const all = <T extends object>(fields: T) =>
    Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text && plain(String(text))])) as T;
  return { ...all(lines), facts: facts.map(all), features: features.map(plain), contact: all(contact), target };
}

/**
 * A flyer as PNG (1080 by 1350) and as PDF (8 by 10 inches), both of one layout. The same text, pictures and moment
 * give the same bytes.
 */
export async function drawFlyer(given: FlyerText, images: FlyerImages, madeAt: Date): Promise<FlyerFiles | FlyerFault> {
  const title = `${given.headline}, ${given.address}`;
  const paper = new Paper({ title, subject: 'Property flyer', createdAt: madeAt, size: sheet });
  const setter = new TextSetter(paper.ruler);
  const text = inSigns(given, setter);
  const pictured = {
    main: 'photo' in images.main ? ('photo' as const) : ('aerial' as const),
    logo: images.logo !== undefined,
    headshot: images.headshot !== undefined,
  };
  const layout = layoutOf(text, pictured, setter);
  const pictures = await placed(layout, images);
  if ('undecodable' in pictures) return pictures;
  const tags = pictures.flatMap((one) => one.layers.map((layer) => imageTag(one, layer)));
  const drawn = await rasterised(drawing(layout.under + tags.join('') + layout.over), width);
  const pdf = await onPaper(paper, layout, text.target, pictures);
  return { png: drawn.asPng(), pdf, read: codeIn(drawn.pixels, layout) };
}
