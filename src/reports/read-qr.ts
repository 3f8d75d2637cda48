import jsqr from 'jsqr';

type Read = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string; version: number } | null;

// the library is CommonJS: its function is the module or the module's default, by who loads it
const loaded = jsqr as unknown as Read | { readonly default: Read };
const read: Read = typeof loaded === 'function' ? loaded : loaded.default;

/** What a reader of codes, which knows nothing of how the picture was made, reads out of RGBA pixels. */
export function readQr(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
): { readonly text: string; readonly version: number } | undefined {
  const found = read(pixels, width, height);
  return found ? { text: found.data, version: found.version } : undefined;
}
