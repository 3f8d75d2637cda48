import { Resvg } from '@resvg/resvg-js';
import { drawingFonts } from '../raster.ts';

const embedded = /<image\b[^>]*href="data:image\/jpeg;base64,([A-Za-z0-9+/=]+)"[^>]*\/>/;

/** A drawing as pixels, with the fonts of the service and none of the machine. */
export function rasterise(svg: string, width: number): Uint8Array {
  const resvg = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: drawingFonts(),
  });
  return resvg.render().asPng();
}

/**
 * The layers of an aerial for a page: the photograph as the JPEG that it is, and what is drawn over it.
 * A drawing without such a photograph is one layer.
 */
export function layersOf(svg: string, width = 1440): readonly Uint8Array[] {
  const found = embedded.exec(svg);
  if (!found?.[1]) return [rasterise(svg, width)];
  return [Buffer.from(found[1], 'base64'), rasterise(svg.replace(found[0], ''), width)];
}

const sized = /<svg\b[^>]*?\sviewBox="[-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)"/;

/** Width and height of a drawing in its own units; a drawing without a view box counts as a square. */
export function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  const [, width, height] = sized.exec(svg) ?? [];
  return { width: Number(width) || 1, height: Number(height) || 1 };
}
