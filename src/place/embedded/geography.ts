import { readDataFile } from '../../kernel/data-file.ts';

/** Rows of a section of the embedded geography (`scripts/generate-geography.mjs` says where they come from). */
export function geographyRows(section: 'counties' | 'zips' | 'places'): readonly string[] {
  const text = readDataFile('geography/us.tsv');
  const mark = `\n@${section}\n`;
  const from = text.indexOf(mark);
  if (from < 0) throw new Error(`the embedded geography has no section ${section}`);
  const to = text.indexOf('\n@', from + mark.length);
  return text.slice(from + mark.length, to < 0 ? text.length - 1 : to).split('\n');
}
