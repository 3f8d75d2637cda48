import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** In a checkout the file lies above `src`, in the published package beside `dist`. */
function find(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const path = join(folder, 'data', 'geography', 'us.tsv');
    if (existsSync(path)) return path;
    const above = dirname(folder);
    if (above === folder) throw new Error('data/geography/us.tsv is missing from this installation');
    folder = above;
  }
}

/** Rows of a section of the embedded geography (`scripts/generate-geography.mjs` says where they come from). */
export function geographyRows(section: 'counties' | 'zips' | 'places'): readonly string[] {
  const text = readFileSync(find(), 'utf8');
  const mark = `\n@${section}\n`;
  const from = text.indexOf(mark);
  if (from < 0) throw new Error(`the embedded geography has no section ${section}`);
  const to = text.indexOf('\n@', from + mark.length);
  return text.slice(from + mark.length, to < 0 ? text.length - 1 : to).split('\n');
}
