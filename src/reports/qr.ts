import { encode } from 'uqr';

/** Modules around the code that stay empty, as its standard asks. */
const quiet = 4;

/** A code of dark squares in a grid, with its quiet zone. */
export interface QrCode {
  readonly size: number;
  /** Runs of dark squares: column, row and length. */
  readonly runs: readonly { readonly x: number; readonly y: number; readonly length: number }[];
}

/** The code of an address, that a telephone reads off paper (ISO/IEC 18004, error correction M). */
export function qrOf(address: string): QrCode {
  const { data, size } = encode(address, { ecc: 'M', border: quiet });
  const runs = data.flatMap((row, y) => {
    const found: { x: number; y: number; length: number }[] = [];
    row.forEach((dark, x) => {
      const last = found[found.length - 1];
      if (!dark) return;
      if (last && last.x + last.length === x) last.length += 1;
      else found.push({ x, y, length: 1 });
    });
    return found;
  });
  return { size, runs };
}

/** The same as a path of an SVG: its upper left corner, its width, and the decimals of its coordinates. */
export function qrSquares(
  { size, runs }: QrCode,
  [left, top]: readonly [number, number],
  side: number,
  digits: number,
): string {
  const square = side / size;
  const short = (value: number) => Number(value.toFixed(digits));
  return runs
    .map(({ x, y, length }) => {
      const across = short(length * square);
      return `M${short(left + x * square)} ${short(top + y * square)}h${across}v${short(square)}h-${across}z`;
    })
    .join('');
}

/** The same as a path of an SVG whose units are squares. */
export const qrPath = ({ runs }: QrCode): string =>
  runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('');
