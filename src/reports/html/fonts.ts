import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../../kernel/data-file.ts';

/** The Latin part of the face that the PDF is set in, by weight; what it lacks comes from the reader's machine. */
const weights = [400, 600] as const;
const range =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';

let faces: string | undefined;

/** Style rules that carry the face of the reports inside the page: two weights of 16 kB, read once. */
export function fontFaces(): string {
  faces ??= weights
    .map((weight) => {
      const bytes = readFileSync(join(dataFolder(), `fonts/source-sans-3-latin-${weight}.woff2`));
      return `@font-face{font-family:"Source Sans 3";font-weight:${weight};font-display:swap;src:url(data:font/woff2;base64,${bytes.toString('base64')}) format("woff2");unicode-range:${range}}`;
    })
    .join('\n');
  return faces;
}
