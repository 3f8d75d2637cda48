import type { RenderedImage } from '@resvg/resvg-js';
import { fontFamily, fontFiles } from './pdf/fonts.ts';

/**
 * A drawing as pixels of a width, off the main thread, with the fonts of the service and none of the machine; its height
 * follows from the drawing. What draws is loaded here: a bundle that sells nothing does without it.
 */
export async function rasterised(svg: string, width: number): Promise<RenderedImage> {
  const { renderAsync } = await import('@resvg/resvg-js');
  return renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: {
      loadSystemFonts: false,
      fontFiles: [fontFiles.regular(), fontFiles.semibold()],
      defaultFontFamily: fontFamily,
      sansSerifFamily: fontFamily,
    },
  });
}

const photographIn = 'href="data:image/jpeg;base64,';

/**
 * The layers of an aerial for a page: the photograph as the JPEG that it is, and what is drawn over it.
 * A drawing without such a photograph is one layer.
 */
export async function layersOf(svg: string): Promise<readonly Uint8Array[]> {
  const at = svg.indexOf(photographIn);
  if (at < 0) return [(await rasterised(svg, 1440)).asPng()];
  const photograph = svg.slice(at + photographIn.length, svg.indexOf('"', at + photographIn.length));
  const around = svg.slice(0, svg.lastIndexOf('<image', at)) + svg.slice(svg.indexOf('/>', at) + 2);
  return [Buffer.from(photograph, 'base64'), (await rasterised(around, 1440)).asPng()];
}

const sized = /<svg\b[^>]*?\sviewBox="[-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)"/;

/** Width and height of a drawing in its own units; a drawing without a view box counts as a square. */
export function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  const [, width, height] = sized.exec(svg) ?? [];
  return { width: Number(width) || 1, height: Number(height) || 1 };
}
