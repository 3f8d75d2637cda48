/** Color of one block of eight by eight pixels: red, green, blue, each 0 to 255. */
export type Color = readonly [number, number, number];

const dcLengths = [2, 3, 3, 3, 3, 3, 4, 5, 6, 7, 8, 9];
const dcCodes = [0, 2, 3, 4, 5, 6, 14, 30, 62, 126, 254, 510];

const segment = (marker: number, bytes: readonly number[]) => [
  0xff,
  marker,
  (bytes.length + 2) >> 8,
  (bytes.length + 2) & 255,
  ...bytes,
];
const clamp = (value: number) => Math.max(-128, Math.min(127, Math.round(value)));

/** Bits into bytes, with the zero byte that JPEG puts after 0xFF. */
class Bits {
  readonly bytes: number[] = [];
  #withLease = 0;
  #count = 0;
  put(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit--) {
      this.#withLease = (this.#withLease << 1) | ((value >> bit) & 1);
      if (++this.#count < 8) continue;
      this.bytes.push(this.#withLease);
      if (this.#withLease === 0xff) this.bytes.push(0);
      this.#withLease = 0;
      this.#count = 0;
    }
  }
  end(): void {
    while (this.#count > 0) this.put(1, 1);
  }
}

/** A real baseline JPEG whose every block has one color: enough for a drawn fake upstream picture. */
export function blockJpeg(width: number, height: number, colorAt: (column: number, row: number) => Color): Buffer {
  const bits = new Bits();
  const before = [0, 0, 0];
  for (let row = 0; row < Math.ceil(height / 8); row++) {
    for (let column = 0; column < Math.ceil(width / 8); column++) {
      const [r, g, b] = colorAt(column, row);
      const levels = [
        clamp(0.299 * r + 0.587 * g + 0.114 * b - 128),
        clamp(-0.1687 * r - 0.3313 * g + 0.5 * b),
        clamp(0.5 * r - 0.4187 * g - 0.0813 * b),
      ];
      levels.forEach((level, part) => {
        const step = level - (before[part] ?? 0);
        before[part] = level;
        const size = step === 0 ? 0 : Math.floor(Math.log2(Math.abs(step))) + 1;
        bits.put(dcCodes[size] ?? 0, dcLengths[size] ?? 0);
        bits.put(step < 0 ? step + 2 ** size - 1 : step, size);
        // end of block: the one symbol of the second table
        bits.put(0, 1);
      });
    }
  }
  bits.end();
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...new Array<number>(64).fill(8)]),
    ...segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
    ...segment(0xc4, [0x00, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, ...dcLengths.keys()]),
    ...segment(0xc4, [0x10, 1, ...new Array<number>(15).fill(0), 0]),
    ...segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
    ...bits.bytes,
    ...[0xff, 0xd9],
  ]);
}
