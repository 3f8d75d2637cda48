import { type RenderedImage, renderAsync } from '@resvg/resvg-js';
import { fontFamily, fontFiles } from './pdf/fonts.ts';

/** What is drawn with: the fonts of the service and none of the machine. */
export const drawingFonts = () => ({
  loadSystemFonts: false,
  fontFiles: [fontFiles.regular(), fontFiles.semibold()],
  defaultFontFamily: fontFamily,
  sansSerifFamily: fontFamily,
});

/** A drawing as pixels of a width, off the main thread; its height follows from the drawing. */
export const rasterised = (svg: string, width: number): Promise<RenderedImage> =>
  renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: drawingFonts() });
